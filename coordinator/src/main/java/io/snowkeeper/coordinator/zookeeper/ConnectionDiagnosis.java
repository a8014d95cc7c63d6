package io.snowkeeper.coordinator.zookeeper;

import io.snowkeeper.coordinator.StoreTls;
import io.snowkeeper.core.text.HostPort;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The diagnosis of a connection that does not come about, which is looked into in the background. Thread-safe. */
final class ConnectionDiagnosis {

    private static final Duration PAUSE = Duration.ofSeconds(5);

    /** A connection takes some time to come about. */
    private static final Duration FIRST = Duration.ofSeconds(1);

    private final Supplier<String> check;
    private final AtomicBoolean checking = new AtomicBoolean();

    private volatile long checkedNanos = System.nanoTime() - PAUSE.minus(FIRST).toNanos();
    private volatile @Nullable String reason;

    /** Counts absences: a check's result that comes after its own absence has ended does not apply to the next one. */
    private volatile int absences;

    ConnectionDiagnosis(List<HostPort> servers, Optional<StoreTls> tls) {
        ReachabilityCheck reachability = new ReachabilityCheck(servers);
        // Certificates are the most frequent reason.
        this.check = () -> tls.flatMap(settings -> new TlsCheck(servers, settings).failure())
                .orElseGet(reachability::failure);
    }

    /** Returns why there is no connection, as far as it is known, and sees to it that more is known of it soon. */
    Optional<String> reason() {
        lookInto();
        return Optional.ofNullable(reason);
    }

    /** ZooKeeper is there. */
    synchronized void end() {
        absences++;
        reason = null;
    }

    private synchronized void learn(int absence, String found) {
        if (absence == absences) {
            reason = found;
        }
    }

    private void lookInto() {
        if (System.nanoTime() - checkedNanos < PAUSE.toNanos() || !checking.compareAndSet(false, true)) {
            return;
        }
        int absence = absences;
        Thread thread = new Thread(
                () -> {
                    try {
                        learn(absence, check.get());
                    } finally {
                        checkedNanos = System.nanoTime();
                        checking.set(false);
                    }
                },
                "snowkeeper-zookeeper-check");
        thread.setDaemon(true);
        thread.start();
    }
}
