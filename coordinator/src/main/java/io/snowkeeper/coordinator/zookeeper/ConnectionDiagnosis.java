package io.snowkeeper.coordinator.zookeeper;

import io.snowkeeper.coordinator.store.StoreTls;
import io.snowkeeper.core.text.HostPort;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The diagnosis of a connection that does not come about over TLS: it is looked into in the background, since certificates are the most
 * frequent reason. Thread-safe.
 */
final class ConnectionDiagnosis {

    private static final Duration PAUSE = Duration.ofSeconds(5);

    /** A connection takes some time to come about. */
    private static final Duration FIRST = Duration.ofSeconds(1);

    private final Optional<TlsCheck> check;
    private final AtomicBoolean checking = new AtomicBoolean();

    private volatile long checkedNanos = System.nanoTime() - PAUSE.minus(FIRST).toNanos();
    private volatile @Nullable String reason;

    /** Counts absences: what a check finds out after the one that it was made for has ended is not true of the next. */
    private volatile int absences;

    ConnectionDiagnosis(List<HostPort> servers, Optional<StoreTls> tls) {
        this.check = tls.map(settings -> new TlsCheck(servers, settings));
    }

    /** Returns why there is no connection, as far as it is known, and sees to it that more is known of it soon. */
    Optional<String> reason() {
        check.ifPresent(this::lookInto);
        return Optional.ofNullable(reason);
    }

    /** ZooKeeper is there. */
    synchronized void end() {
        absences++;
        reason = null;
    }

    private synchronized void learn(int absence, Optional<String> found) {
        if (absence == absences) {
            reason = found.orElse(null);
        }
    }

    private void lookInto(TlsCheck look) {
        if (System.nanoTime() - checkedNanos < PAUSE.toNanos() || !checking.compareAndSet(false, true)) {
            return;
        }
        int absence = absences;
        Thread thread = new Thread(
                () -> {
                    try {
                        Optional<String> found = look.failure();
                        learn(absence, found);
                    } finally {
                        checkedNanos = System.nanoTime();
                        checking.set(false);
                    }
                },
                "snowkeeper-tls-check");
        thread.setDaemon(true);
        thread.start();
    }
}
