package io.snowkeeper.loadtest.attack;

import io.snowkeeper.loadtest.attack.measure.AttackLimits;
import io.snowkeeper.loadtest.attack.measure.InnocentResult;
import io.snowkeeper.loadtest.attack.measure.LatencySummary;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The result of an attack run.
 *
 * @param controlBefore the measurements of a client of an unattacked server before the attack
 * @param controlDuring and during it
 * @param controlAfter and after it
 * @param traffic the attacker's actions, for people
 * @param peakBeforeMib the most memory that the node had before the attack
 * @param peakMib the most that it ever had
 * @param logLines that it logged from the attack's beginning to when it had to have recovered
 * @param logTime how long that was
 * @param endedByItself whether the node ended without being stopped
 * @param stop how long it took to end when it was stopped, under the attack, empty if it did not
 */
record AttackReport(
        AttackPlan plan,
        List<InnocentResult> innocents,
        LatencySummary controlBefore,
        LatencySummary controlDuring,
        LatencySummary controlAfter,
        String traffic,
        long peakBeforeMib,
        long peakMib,
        long logLines,
        Duration logTime,
        boolean endedByItself,
        Optional<Duration> stop) {

    private static final String ROW = "  %-22s%10s%10s%10s%10s%10s%8s%10s%10s%8s%11s%n";

    boolean holds() {
        return violations().isEmpty();
    }

    /** Returns the violated limits, each in a sentence. */
    List<String> violations() {
        List<String> violations = new ArrayList<>();
        innocents.forEach(result -> addViolations(result, violations));
        AttackLimits limits = plan.limits();
        if (peakMib > limits.memoryMib()) {
            violations.add(
                    "the node must have %s MiB of memory at the most: %s".formatted(limits.memoryMib(), peakMib));
        }
        if (logLines > allowedLogLines()) {
            violations.add(String.format(
                    Locale.ROOT, "the node must log %d lines at the most: %,d", allowedLogLines(), logLines));
        }
        if (endedByItself) {
            violations.add("the node must not end by itself");
        }
        if (stop.isEmpty() || stop.get().compareTo(stopLimit()) > 0) {
            violations.add("the node must end within %s s under the attack: %s"
                    .formatted(
                            seconds(stopLimit()),
                            stop.map(AttackReport::seconds).orElse("killed")));
        }
        return violations;
    }

    private void addViolations(InnocentResult result, List<String> violations) {
        String name = result.innocent().name();
        boolean shutOut = plan.kind().takesAllConnections() && result.innocent().connects();
        if (!shutOut) {
            if (result.during().failed() > 0) {
                violations.add("%s: none may fail during the attack: %s of %s, such as: %s"
                        .formatted(
                                name, result.during().failed(), result.during().requests(), result.lastFailure()));
            }
            if (result.during().p99().compareTo(result.limit()) > 0) {
                violations.add("%s: p99 during the attack must be <= %s ms: %s"
                        .formatted(
                                name,
                                millis(result.limit()),
                                millis(result.during().p99())));
            }
        }
        if (result.after().failed() > 0) {
            violations.add("%s: none may fail after the attack: %s of %s, such as: %s"
                    .formatted(name, result.after().failed(), result.after().requests(), result.lastFailure()));
        }
        if (result.after().p99().compareTo(result.limit()) > 0) {
            violations.add("%s: p99 after the attack must be <= %s ms: %s"
                    .formatted(
                            name, millis(result.limit()), millis(result.after().p99())));
        }
        if (result.recovery().isEmpty()
                || result.recovery().get().compareTo(plan.limits().recovery()) > 0) {
            violations.add("%s: must be served within %s s of the attack's end: %s"
                    .formatted(
                            name,
                            seconds(plan.limits().recovery()),
                            result.recovery().map(AttackReport::seconds).orElse("never")));
        }
    }

    private long allowedLogLines() {
        return plan.limits().logLines() * (logTime.toMinutes() + 1);
    }

    private Duration stopLimit() {
        return plan.stopLimit();
    }

    /** Returns all of it as a table, times in ms. */
    String text() {
        StringBuilder text = new StringBuilder("%s, %s, strength %s: %s%n"
                .formatted(
                        plan.kind(),
                        plan.transport(),
                        plan.strength(),
                        plan.kind().description()));
        text.append("  attacker: %s%n".formatted(traffic));
        text.append(ROW.formatted(
                "ms", "before", "p99", "during", "p99", "limit", "failed", "after", "p99", "failed", "served"));
        for (InnocentResult result : innocents) {
            text.append(ROW.formatted(
                    result.innocent().name(),
                    millis(result.before().median()),
                    millis(result.before().p99()),
                    millis(result.during().median()),
                    millis(result.during().p99()),
                    millis(result.limit()),
                    result.during().failed(),
                    millis(result.after().median()),
                    millis(result.after().p99()),
                    result.after().failed(),
                    result.recovery().map(AttackReport::millis).orElse("never")));
        }
        text.append(ROW.formatted(
                "(bystander)",
                millis(controlBefore.median()),
                millis(controlBefore.p99()),
                millis(controlDuring.median()),
                millis(controlDuring.p99()),
                "",
                "",
                millis(controlAfter.median()),
                millis(controlAfter.p99()),
                "",
                ""));
        text.append(String.format(
                Locale.ROOT,
                "  memory: %d MiB before, %d at the most; log: %,d lines in %s s; stop under the attack: %s%n",
                peakBeforeMib,
                peakMib,
                logLines,
                seconds(logTime),
                endedByItself
                        ? "had ended by itself"
                        : stop.map(time -> seconds(time) + " s").orElse("not within three times its limit")));
        violations().forEach(violation -> text.append("  DOES NOT HOLD: %s%n".formatted(violation)));
        return text.append(holds() ? "  all holds%n".formatted() : "").toString();
    }

    private static String millis(Duration time) {
        return String.format(Locale.ROOT, "%,.1f", time.toNanos() / 1e6);
    }

    private static String seconds(Duration time) {
        return String.format(Locale.ROOT, "%.1f", time.toNanos() / 1e9);
    }
}
