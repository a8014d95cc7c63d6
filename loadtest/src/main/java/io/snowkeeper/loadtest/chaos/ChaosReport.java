package io.snowkeeper.loadtest.chaos;

import io.snowkeeper.loadtest.chaos.check.Violations;
import io.snowkeeper.loadtest.chaos.fault.FaultKind;
import io.snowkeeper.loadtest.chaos.fault.FaultTimes;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The result of a chaos run.
 *
 * @param ids how many ids were checked
 * @param repeated how many of them came too often
 * @param sortable how many sortable ids were checked
 * @param sortableRepeated how many of them came too often
 * @param numbers how many numbers of sequences were checked, for people
 * @param tenures how often a worker id went to another node
 * @param pauses how long callers in total order had no ids, empty where nodes give them at once
 */
record ChaosReport(
        long seed,
        long ids,
        long repeated,
        long sortable,
        long sortableRepeated,
        String numbers,
        long tenures,
        FaultTimes faults,
        FaultTimes pauses,
        List<String> usage,
        Violations violations) {

    boolean holds() {
        return violations.count() == 0;
    }

    String text() {
        StringBuilder text = new StringBuilder("seed %s%n".formatted(seed));
        text.append(String.format(
                Locale.ROOT,
                "checked %,d ids, %,d of them repeated; worker ids went to another node %,d times%n",
                ids,
                repeated,
                tenures));
        text.append(String.format(
                Locale.ROOT, "checked %,d sortable ids, %,d of them repeated%n", sortable, sortableRepeated));
        text.append("checked %s%n".formatted(numbers));
        text.append("%s faults; time without ids from the end of the fault, in ms:%n".formatted(faults.count()));
        table(text, faults, List.of(FaultKind.values()));
        if (pauses.count() > 0) {
            text.append("%s of them struck what gave ids; time for which callers had none, in ms:%n"
                    .formatted(pauses.count()));
            table(
                    text,
                    pauses,
                    Stream.of(FaultKind.values())
                            .filter(kind -> pauses.count(kind) > 0)
                            .toList());
        }
        for (String lifetime : usage) {
            text.append("longest life of %s%n".formatted(lifetime));
        }
        for (String violation : violations.first()) {
            text.append("VIOLATION: %s%n".formatted(violation));
        }
        return text.append(holds() ? "all holds" : "%s violations".formatted(violations.count()))
                .append(System.lineSeparator())
                .toString();
    }

    private static void table(StringBuilder text, FaultTimes times, List<FaultKind> kinds) {
        text.append("  %-20s %5s %8s %8s  %s%n".formatted("fault", "times", "median", "longest", "what it is"));
        for (FaultKind kind : kinds) {
            text.append("  %-20s %5s %8s %8s  %s%n"
                    .formatted(
                            kind,
                            times.count(kind),
                            times.medianMillis(kind),
                            times.longestMillis(kind),
                            kind.description()));
        }
    }
}
