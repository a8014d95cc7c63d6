package io.snowkeeper.simulation;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.snowkeeper.coordinator.CoordinatorUnavailableException;
import io.snowkeeper.coordinator.RetirementRefusedException;
import io.snowkeeper.coordinator.WorkerIdRange;
import io.snowkeeper.coordinator.lease.WorkerIdRetirement;
import io.snowkeeper.coordinator.memory.MemoryEnsemble;
import io.snowkeeper.coordinator.memory.MemoryStore;
import io.snowkeeper.simulation.judge.BrokenPromiseException;
import io.snowkeeper.simulation.machine.Link;
import io.snowkeeper.simulation.machine.SimulatedProcess;
import io.snowkeeper.simulation.machine.Trace;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;

/**
 * An operator that retires a worker id that a wrong clock has reserved for years: once in a world, retried until it is
 * done.
 */
final class RetirementOperator {

    private static final String FAR_AHEAD = Instant.ofEpochMilli(WorldSettings.START_MILLIS)
            .plus(Duration.ofDays(3_650))
            .toString();

    private static final Duration CONNECTING = Duration.ofSeconds(1);

    private final WorldSettings settings;
    private final SimulatedProcess process;
    private final MemoryEnsemble ensemble;
    private final Trace trace;
    private OptionalLong worker = OptionalLong.empty();
    private int attempts;
    private boolean done;

    RetirementOperator(WorldSettings settings, SimulatedProcess process, MemoryEnsemble ensemble, Trace trace) {
        this.settings = settings;
        this.process = process;
        this.ensemble = ensemble;
        this.trace = trace;
    }

    /**
     * Has the last owner of a slot have reserved it for years, and begins to retire it.
     *
     * @param slot the path of the slot, whose owner does not run
     */
    void begin(String slot, Strike strike) {
        long number = Long.parseLong(slot.substring(slot.lastIndexOf('/') + 1));
        worker = OptionalLong.of(number);
        String before = new String(ensemble.record(slot).orElseThrow().payload(), UTF_8);
        ensemble.put(
                slot,
                before.replaceFirst("\"reservedUntil\":\"[^\"]+\"", "\"reservedUntil\":\"" + FAR_AHEAD + "\"")
                        .getBytes(UTF_8));
        process.runWaiting(() -> retire(number, strike));
    }

    /** Returns whether there was something to do already. */
    boolean hasBegun() {
        return worker.isPresent();
    }

    private void retire(long number, Strike strike) {
        while (!done) {
            MemoryStore store = connect(strike);
            pause();
            try (WorkerIdRetirement retirement = new WorkerIdRetirement(store, "simulated", process)) {
                done = retirement.retire(number).retired();
                trace.tell("worker id %s is retired".formatted(number));
            } catch (RetirementRefusedException | CoordinatorUnavailableException e) {
                trace.tell("worker id %s is not retired yet: %s".formatted(number, e.getMessage()));
            }
        }
    }

    private MemoryStore connect(Strike strike) {
        Link link = settings.connect(process, ensemble);
        if (strike.size() > 0) {
            // First the answer to the first write is lost, next time that to the second.
            link.store().passWrites(attempts++);
            link.store().loseAnswers(1);
        }
        link.store().start();
        return link.store();
    }

    /** Waits until it may have come to the servers. */
    private void pause() {
        try {
            process.pause(CONNECTING);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns how many of some worker ids are retired. */
    long retired(WorkerIdRange range) {
        return worker.isPresent() && range.contains(worker.getAsLong()) ? 1 : 0;
    }

    /** Requires that a begun retirement is done. */
    void requireDone() {
        if (hasBegun() && !done) {
            throw new BrokenPromiseException(
                    "worker id %s is not retired after the last fault".formatted(worker.getAsLong()));
        }
    }

    /** Ends him. */
    void kill() {
        process.kill();
    }
}
