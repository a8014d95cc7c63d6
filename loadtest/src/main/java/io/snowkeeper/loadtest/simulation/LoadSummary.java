package io.snowkeeper.loadtest.simulation;

import io.gatling.charts.stats.GeneralStats;
import io.gatling.charts.stats.LogFileData;
import io.gatling.charts.stats.LogFileReader;
import io.gatling.commons.stats.KO$;
import io.gatling.commons.stats.Status;
import io.gatling.core.config.GatlingConfiguration;
import io.snowkeeper.loadtest.simulation.FleetSimulation.ComparedIds;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import scala.Option;

/**
 * The result of a run, in few lines.
 *
 * @param requests those for ids, by their names
 * @param passed whether all assertions hold
 */
record LoadSummary(List<Requests> requests, Duration took, ComparedIds compared, boolean passed) {

    private static final double P50 = 50;
    private static final double P99 = 99;

    /** Requests of one name; times are in milliseconds. */
    record Requests(String name, long count, long failed, int p50, int p99) {}

    /**
     * Reads Gatling's results of the only run in a folder.
     *
     * @param compared the result of the comparison of ids
     */
    static LoadSummary of(Path results, Duration took, ComparedIds compared, boolean passed) {
        return new LoadSummary(requests(results), took, compared, passed);
    }

    private static List<Requests> requests(Path results) {
        Optional<Path> run;
        try (Stream<Path> runs = Files.list(results)) {
            run = runs.findFirst();
        } catch (IOException e) {
            run = Optional.empty();
        }
        // Without a log the run ended before it began, and Gatling has said why.
        return run.filter(folder -> Files.exists(folder.resolve("simulation.log")))
                .map(folder -> LogFileReader.apply(
                                String.valueOf(folder.getFileName()), results, GatlingConfiguration.load())
                        .read())
                .map(log -> Stream.of(FleetSimulation.IDS, FleetSimulation.IDS_OVER_HTTP)
                        .flatMap(name -> requests(log, name).stream())
                        .toList())
                .orElse(List.of());
    }

    private static Optional<Requests> requests(LogFileData log, String name) {
        return stats(log, name, Option.empty())
                .map(all -> new Requests(
                        name,
                        all.count(),
                        stats(log, name, Option.apply(KO$.MODULE$))
                                .map(GeneralStats::count)
                                .orElse(0L),
                        percentile(all, P50),
                        percentile(all, P99)));
    }

    private static Optional<GeneralStats> stats(LogFileData log, String name, Option<Status> status) {
        Option<GeneralStats> stats = log.requestGeneralStats(Option.apply(name), Option.empty(), status);
        return stats.isEmpty() ? Optional.empty() : Optional.of(stats.get());
    }

    private static int percentile(GeneralStats stats, double rank) {
        return (Integer) stats.percentile().apply(rank);
    }

    void print(PrintWriter out) {
        out.println();
        for (Requests asked : requests) {
            line(out, "requests", "%,d for %s, %,d failed", asked.count(), asked.name(), asked.failed());
            line(out, "times", "p50 %,d ms, p99 %,d ms", asked.p50(), asked.p99());
        }
        line(out, "ids compared", "%,d", compared.ids());
        line(out, "duplicates", "%,d", compared.duplicates());
        line(out, "took", "%.1f s", took.toMillis() / 1e3);
        line(out, "verdict", passed ? "passed" : "FAILED; see above");
        out.flush();
    }

    private static void line(PrintWriter out, String name, String form, Object... values) {
        out.println(String.format(Locale.ROOT, "%-13s ", name) + String.format(Locale.ROOT, form, values));
    }
}
