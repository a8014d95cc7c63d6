package io.snowkeeper.embedded;

import io.snowkeeper.coordinator.executor.DaemonExecutor;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.core.api.Unavailability;
import io.snowkeeper.embedded.member.LeasedWorkers;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A watch that checks the state of a member five times a second, and reports changes to the log and the listener.
 * Thread-safe.
 */
final class MemberWatch implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(MemberWatch.class);

    private static final int PERIOD_MILLIS = 200;

    private final LeasedWorkers members;
    private final Supplier<Optional<Unavailability>> refusal;
    private final LeasedIdsListener listener;
    private final CompletableFuture<String> failure = new CompletableFuture<>();
    private final ScheduledExecutorService thread = DaemonExecutor.named("snowkeeper-watch");

    /** Used by the thread alone. */
    private @Nullable Standing told;

    private record Standing(Set<Long> workerIds, Optional<UnavailableReason> refused) {}

    /** @param refusal how a call for an id would be refused now, empty if it would not */
    MemberWatch(LeasedWorkers members, Supplier<Optional<Unavailability>> refusal, LeasedIdsListener listener) {
        this.members = members;
        this.refusal = refusal;
        this.listener = listener;
    }

    void start() {
        Future<?> unused =
                thread.scheduleWithFixedDelay(this::look, PERIOD_MILLIS, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
    }

    /**
     * Returns a future that completes, if ever, with the reason why this member cannot become part of the fleet without
     * another configuration.
     */
    CompletableFuture<String> failure() {
        return failure;
    }

    private void look() {
        try {
            members.check(Duration.ZERO).ifPresent(failure::complete);
            Optional<Unavailability> refused = refusal.get();
            Standing now = new Standing(members.workerIds(), refused.map(Unavailability::reason));
            if (!now.equals(told)) {
                told = now;
                listener.changed(now.workerIds(), refused);
            }
        } catch (RuntimeException | Error e) {
            // The next look may go well; an executor would make none.
            log.error("The listener of an embedded member, or the check of it, has failed", e);
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
