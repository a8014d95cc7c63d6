package io.snowkeeper.loadtest.attack.measure;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The measurements of one innocent client before, during and after an attack.
 *
 * @param innocent who
 * @param limit the limit for 99 of 100 of its requests
 * @param recovery how long after the attack's end it had an answer within that, empty if it had none
 * @param lastFailure why its last request failed that did, empty if none has
 */
public record InnocentResult(
        Innocent innocent,
        LatencySummary before,
        LatencySummary during,
        LatencySummary after,
        Duration limit,
        Optional<Duration> recovery,
        String lastFailure) {

    /**
     * @param control the client of an unattacked server. Its waits are the machine's share, and an innocent's waits are
     *     compared with them, too
     */
    static InnocentResult of(InnocentClient client, InnocentClient control, Phases phases, AttackLimits limits) {
        LatencySummary before = figures(client, phases.beforeNanos(), phases.attackNanos());
        List<Duration> usual = List.of(
                before.p99(),
                limits.floor(),
                figures(control, phases.beforeNanos(), phases.attackNanos()).p99(),
                figures(control, phases.attackNanos(), phases.endNanos()).p99(),
                figures(control, phases.recoveredNanos(), phases.doneNanos()).p99());
        Duration limit = usual.stream().max(Duration::compareTo).orElseThrow().multipliedBy(limits.slowdown());
        return new InnocentResult(
                client.innocent(),
                before,
                figures(client, phases.attackNanos(), phases.endNanos()),
                figures(client, phases.recoveredNanos(), phases.doneNanos()),
                limit,
                client.firstGood(phases.endNanos(), limit.toNanos()),
                client.lastFailure());
    }

    static LatencySummary figures(InnocentClient client, long fromNanos, long toNanos) {
        return LatencySummary.of(client.samples(fromNanos, toNanos));
    }
}
