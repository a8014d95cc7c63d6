package io.snowkeeper.benchmarks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** A report of JMH's measurements: tables in Markdown and the picture. */
public final class Report {

    private static final int[] THREADS = {1, 2, 8};
    private static final double MILLION = 1e6;

    private Report() {}

    static Path throughputFile(Path folder, int threads) {
        return folder.resolve("throughput-" + threads + ".json");
    }

    static Path latencyFile(Path folder) {
        return folder.resolve("latency.json");
    }

    /** The folder with JMH's results is the one argument; {@code report.md} and {@code throughput.svg} go there too. */
    public static void main(String... args) throws IOException {
        Path folder = Path.of(args[0]);
        List<JsonNode> runs = new ArrayList<>();
        for (int threads : THREADS) {
            runs.add(read(throughputFile(folder, threads)));
        }
        String tables = throughputTable(runs) + latencyTable(read(latencyFile(folder)));
        Files.writeString(folder.resolve("report.md"), tables);
        Files.writeString(folder.resolve("throughput.svg"), picture(runs));
        System.out.print(tables);
    }

    private static JsonNode read(Path json) throws IOException {
        return new ObjectMapper().readTree(json.toFile());
    }

    /** One row a benchmark; all runs have the same benchmarks in the same order. */
    private static String throughputTable(List<JsonNode> runs) {
        StringBuilder table = new StringBuilder("""
                | | 1 thread, M ids/s | ± | cores | CPU ns/id | B/id | 2 threads | ± | cores | 8 threads | ± | cores |
                |---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|
                """);
        for (int row = 0; row < runs.get(0).size(); row++) {
            table.append("| ").append(name(runs.get(0).get(row)));
            for (JsonNode run : runs) {
                JsonNode result = run.get(row);
                cell(table, score(result), 3);
                cell(table, result.get("primaryMetric").get("scoreError").asDouble() / MILLION, 3);
                cell(table, secondary(result, CpuProfiler.CORES), 2);
                if (result.get("threads").asInt() == 1) {
                    cell(table, secondary(result, CpuProfiler.CPU_PER_ID), 1);
                    cell(table, secondary(result, "gc.alloc.rate.norm"), 1);
                }
            }
            table.append(" |\n");
        }
        return table.append('\n').toString();
    }

    private static String latencyTable(JsonNode results) {
        StringBuilder table = new StringBuilder("""
                | one call, 1 thread | p50, ns | p99, ns | p99.99, ns | longest sampled, ns |
                |---|---:|---:|---:|---:|
                """);
        for (JsonNode result : results) {
            JsonNode percentiles = result.get("primaryMetric").get("scorePercentiles");
            table.append("| ").append(name(result));
            for (String percentile : List.of("50.0", "99.0", "99.99", "100.0")) {
                cell(table, percentiles.get(percentile).asDouble(), 0);
            }
            table.append(" |\n");
        }
        return table.toString();
    }

    private static String picture(List<JsonNode> runs) {
        BarChart chart = new BarChart(
                "Million ids a second, by number of threads (logarithmic scale)",
                Arrays.stream(THREADS)
                        .mapToObj(n -> n == 1 ? "1 thread" : n + " threads")
                        .toArray(String[]::new));
        for (int row = 0; row < runs.get(0).size(); row++) {
            double[] values = new double[runs.size()];
            for (int i = 0; i < values.length; i++) {
                values[i] = score(runs.get(i).get(row));
            }
            chart.add(name(runs.get(0).get(row)), values);
        }
        return chart.toSvg();
    }

    private static String name(JsonNode result) {
        String benchmark = result.get("benchmark").asText();
        return benchmark.substring(benchmark.lastIndexOf('.') + 1);
    }

    private static double score(JsonNode result) {
        return result.get("primaryMetric").get("score").asDouble() / MILLION;
    }

    private static double secondary(JsonNode result, String metric) {
        JsonNode metrics = result.get("secondaryMetrics");
        // JMH marks the metrics of its own profilers with a dot, depending on its version.
        JsonNode found = metrics.has(metric) ? metrics.get(metric) : metrics.get("·" + metric);
        return found.get("score").asDouble();
    }

    /** Leaves it empty if there is no value: two measurements have no error. */
    private static void cell(StringBuilder table, double value, int decimals) {
        table.append(" | ");
        if (!Double.isNaN(value)) {
            table.append(String.format(Locale.ROOT, "%,." + decimals + "f", value));
        }
    }
}
