package io.snowkeeper.loadtest.attack;

import io.snowkeeper.loadtest.attack.measure.AttackLimits;
import io.snowkeeper.loadtest.attack.measure.Innocents;
import io.snowkeeper.loadtest.attack.measure.Phases;
import io.snowkeeper.loadtest.attack.traffic.AttackerProcess;
import io.snowkeeper.testkit.process.ProcessMemory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** A node with innocent clients, one attack on it, and a stop under the same attack. */
final class AttackRun {

    private static final long POLL_MILLIS = 20;

    /**
     * A node that does not end must not delay the run for long, but a late one must be distinguished from one that
     * never ends.
     */
    private static final int PATIENCE = 3;

    /** How long an attack may take to come to its strength. It may never do: a node that defends itself lets no more connections in. */
    private static final Duration BUILD_UP = Duration.ofSeconds(10);

    /** How long the attack goes on before the node is stopped. */
    private static final Duration BEFORE_STOP = Duration.ofSeconds(1);

    /** How long innocents are served in the usual time before the node counts as recovered. */
    private static final Duration SERVED = Duration.ofSeconds(1);

    private final AttackPlan plan;
    private long peakKib;

    AttackRun(AttackPlan plan) {
        this.plan = plan;
    }

    /** @throws IOException if the run cannot be made: a process does not start, or the node is not ready */
    AttackReport run() throws IOException, InterruptedException {
        Path folder = Files.createDirectories(plan.folder());
        try (NodeUnderAttack node = NodeUnderAttack.start(plan, folder);
                Innocents innocents = new Innocents(node.target())) {
            innocents.prepare(plan.kind().needsSequences() ? plan.sequences() : 1);
            innocents.start();
            watch(node, plan.warmup());

            long before = System.nanoTime();
            long peakBefore = watch(node, plan.calm());
            long logBefore = node.logLines();
            long attack;
            long end;
            String traffic;
            try (AttackerProcess attacker = attacker(node)) {
                attack = System.nanoTime();
                attacker.strike();
                awaitInPlace(node, attacker);
                watch(node, plan.duration());
                end = System.nanoTime();
                traffic = attacker.traffic();
            }
            // The cost of ending that many connections belongs to the recovery.
            awaitRecovery(node, innocents, end);
            long logDuring = node.logLines() - logBefore;
            long recovered = System.nanoTime();
            watch(node, plan.calm());
            Phases phases = new Phases(before, attack, end, recovered, System.nanoTime());
            innocents.stop();
            boolean endedByItself = !node.isAlive();

            Optional<Duration> stop = endedByItself ? Optional.of(Duration.ZERO) : stopUnderAttack(node);
            return new AttackReport(
                    plan,
                    innocents.results(phases, plan.limits()),
                    innocents.control(before, attack),
                    innocents.control(attack, end),
                    innocents.control(recovered, phases.doneNanos()),
                    traffic,
                    peakBefore >> 10,
                    peakKib >> 10,
                    logDuring,
                    Duration.ofNanos(recovered - attack),
                    endedByItself,
                    stop);
        }
    }

    private void awaitInPlace(NodeUnderAttack node, AttackerProcess attacker) throws InterruptedException {
        long deadline = System.nanoTime() + BUILD_UP.toNanos();
        while (!attacker.isInPlace() && System.nanoTime() - deadline < 0) {
            watch(node, Duration.ofMillis(POLL_MILLIS));
        }
    }

    private void awaitRecovery(NodeUnderAttack node, Innocents innocents, long end) throws InterruptedException {
        AttackLimits limits = plan.limits();
        long deadline = end + limits.recovery().toNanos();
        do {
            watch(node, SERVED);
        } while (System.nanoTime() - deadline < 0
                && !innocents.wereServed(System.nanoTime() - SERVED.toNanos(), limits.usual()));
    }

    private AttackerProcess attacker(NodeUnderAttack node) throws IOException {
        return AttackerProcess.start(
                plan.kind(),
                plan.strength(),
                plan.addresses(),
                node.target(),
                plan.folder().resolve("attacker.log"));
    }

    private Optional<Duration> stopUnderAttack(NodeUnderAttack node) throws IOException, InterruptedException {
        try (AttackerProcess attacker = attacker(node)) {
            attacker.strike();
            awaitInPlace(node, attacker);
            watch(node, BEFORE_STOP);
            return node.stop(plan.stopLimit().multipliedBy(PATIENCE));
        }
    }

    /** Lets time pass. Returns the most memory that the node has had until its end. */
    private long watch(NodeUnderAttack node, Duration time) throws InterruptedException {
        long end = System.nanoTime() + time.toNanos();
        do {
            peakKib =
                    Math.max(peakKib, node.memory().map(ProcessMemory::peakKib).orElse(0L));
            Thread.sleep(POLL_MILLIS);
        } while (System.nanoTime() - end < 0);
        return peakKib;
    }
}
