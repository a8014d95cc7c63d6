package io.snowkeeper.coordinator.zookeeper;

import io.snowkeeper.coordinator.ZooKeeperTls;
import io.snowkeeper.coordinator.zookeeper.ObstacleException.Kind;
import io.snowkeeper.coordinator.zookeeper.client.TlsCheck;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Says that ZooKeeper is away and, over TLS, why: that is looked into in the background, since certificates are the most
 * frequent reason. Thread-safe.
 */
final class Absence {

    private static final Duration PAUSE = Duration.ofSeconds(5);

    /** A connection takes some time to come about. */
    private static final Duration FIRST = Duration.ofSeconds(1);

    private final String connectString;
    private final Optional<TlsCheck> check;
    private final AtomicBoolean checking = new AtomicBoolean();

    private volatile long checkedNanos = System.nanoTime() - PAUSE.minus(FIRST).toNanos();
    private volatile @Nullable String reason;

    /** Counts absences: what a check finds out after the one that it was made for has ended is not true of the next. */
    private volatile int absences;

    Absence(String connectString, Optional<ZooKeeperTls> tls) {
        this.connectString = connectString;
        String servers = EnsembleAddress.parse(connectString).servers();
        this.check = tls.map(settings -> new TlsCheck(servers, settings));
    }

    /** Returns what to tell of it, and sees to it that more is known of it soon. */
    ObstacleException met() {
        check.ifPresent(this::lookInto);
        String known = reason;
        return new ObstacleException(known == null ? Kind.ZOOKEEPER_AWAY : Kind.TLS_FAILED, describe(known));
    }

    String describe() {
        return describe(reason);
    }

    private String describe(@Nullable String known) {
        return "ZooKeeper cannot be reached at " + connectString + (known == null ? "" : ": " + known);
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
