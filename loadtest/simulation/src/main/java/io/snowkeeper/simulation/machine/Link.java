package io.snowkeeper.simulation.machine;

import io.snowkeeper.coordinator.memory.MemoryEnsemble;
import io.snowkeeper.coordinator.memory.MemoryStore;
import java.time.Duration;

/**
 * A connection of a process to the ensemble. Messages over it take time, and stay in order; the servers end its session
 * after too long a silence.
 */
public final class Link {

    private static final long MAX_SLOW_NANOS = 300_000_000;

    private final SimulatedProcess process;
    private final MemoryEnsemble ensemble;
    private final Duration sessionTimeout;
    private final long latencyNanos;
    private final MemoryStore store;
    private long reachesServersNanos;
    private long reachesClientNanos;
    private int silences;
    private boolean broken;
    private boolean forGood;

    public Link(SimulatedProcess process, MemoryEnsemble ensemble, Duration sessionTimeout, long latencyNanos) {
        this.process = process;
        this.ensemble = ensemble;
        this.sessionTimeout = sessionTimeout;
        this.latencyNanos = latencyNanos;
        this.store = ensemble.client(this::toServers, this::toClient);
    }

    /** Returns whether there is a process at this end. */
    public boolean isAlive() {
        return process.isAlive();
    }

    public MemoryStore store() {
        return store;
    }

    /** Sent messages arrive, even if the process stands still or was killed meanwhile. */
    private void toServers(Runnable step) {
        reachesServersNanos = arrival(reachesServersNanos);
        process.loop().after(reachesServersNanos - process.loop().nowNanos(), step);
    }

    private void toClient(Runnable step) {
        reachesClientNanos = arrival(reachesClientNanos);
        process.loop().after(reachesClientNanos - process.loop().nowNanos(), () -> process.run(step));
    }

    /** Later messages arrive later. */
    private long arrival(long before) {
        Choices choices = process.choices();
        long nanos = choices.chance(0.01)
                ? choices.spread(latencyNanos, Math.max(MAX_SLOW_NANOS, latencyNanos + 1))
                : choices.between(latencyNanos / 2, latencyNanos * 2);
        return Math.max(before, process.loop().nowNanos() + nanos);
    }

    public void cut() {
        store.cut();
        broken = true;
        fallSilent();
    }

    public void hold() {
        store.hold();
        broken = true;
        fallSilent();
    }

    public void heal() {
        if (process.isAlive() && !forGood) {
            broken = false;
            store.mend();
        }
    }

    /** The servers are down for a while. No session ends meanwhile, and each has its whole time again when they are back. */
    public void loseServers(long nanos) {
        store.cut();
        broken = true;
        int number = ++silences;
        process.loop().after(nanos, () -> {
            if (number == silences) {
                heal();
                if (isSilent()) {
                    fallSilent();
                }
            }
        });
    }

    /** Begins another session, and has the servers end the present one after a while: until then, both live. */
    public void beginAnew(long lingersNanos) {
        if (!broken && !forGood) {
            Runnable end = expiry();
            store.giveUp();
            store.heal();
            process.loop().after(lingersNanos, end);
        }
    }

    /** Has it never be healed. */
    public void keepBroken() {
        forGood = true;
    }

    /** The process at this end was killed. */
    public void orphan() {
        fallSilent();
    }

    /** The process stands still. */
    public void pause() {
        fallSilent();
    }

    private boolean isSilent() {
        return broken || !process.isAwake();
    }

    /** Begins to count how long nothing comes from here. */
    private void fallSilent() {
        int number = ++silences;
        awaitExpiry(number, process.choices().between(sessionTimeout.toNanos(), sessionTimeout.toNanos() * 3 / 2));
        if (broken && process.choices().chance(0.7)) {
            process.loop()
                    .after(
                            sessionTimeout,
                            () -> process.run(() -> {
                                if (broken && number == silences) {
                                    // The servers hear nothing of that.
                                    Runnable end = expiry();
                                    store.giveUp();
                                    process.loop().after(process.choices().between(0, sessionTimeout.toNanos()), end);
                                }
                            }));
        }
    }

    /** Looks again and again while it is silent: when it was heard last is known to a tenth of the time. */
    private void awaitExpiry(int number, long restNanos) {
        long step = Math.max(1, sessionTimeout.toNanos() / 10);
        process.loop().after(Math.min(step, restNanos), () -> {
            if (!isSilent() || number != silences) {
                return;
            }
            if (restNanos <= step) {
                expire();
                forgetIfOrphaned();
            } else {
                awaitExpiry(number, restNanos - step);
            }
        });
    }

    /** A client whose process is over says nothing any more. */
    private void forgetIfOrphaned() {
        if (!process.isAlive()) {
            store.close();
        }
    }

    /** Has the servers end the session, however much came. */
    public void expire() {
        expiry().run();
    }

    /** Returns the end of the present session by the servers. */
    private Runnable expiry() {
        long session = store.sessionId();
        return () -> ensemble.expire(session);
    }
}
