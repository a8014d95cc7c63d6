package io.snowkeeper.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A report, table and picture, of the measurements of {@code loadtest/benchmarks/line-server}. */
public final class LineServerReport {

    private static final String BASELINE = "redis";
    private static final String PER_CPU = "answers_per_server_cpu_second";
    private static final String PER_SECOND = "answers_per_second";
    private static final double MILLION = 1e6;

    /** The runs by workload and server. */
    private final Map<String, Map<String, List<Properties>>> runs = new TreeMap<>();

    private LineServerReport() {}

    /** The folder with the results is the one argument. Files are called {@code workload.server.run.txt}. */
    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[0]);
        LineServerReport report = new LineServerReport();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(path -> path.toString().endsWith(".txt"))
                    .sorted()
                    .toList()) {
                report.read(file);
            }
        }
        String table = report.table();
        System.out.print(table);
        Files.writeString(folder.resolve("report.md"), table);
        Files.writeString(folder.resolve("line-server.svg"), report.picture());
    }

    private void read(Path file) throws IOException {
        String[] name = file.getFileName().toString().split("\\.", -1);
        Properties figures = new Properties();
        try (var reader = Files.newBufferedReader(file)) {
            figures.load(reader);
        }
        runs.computeIfAbsent(name[0], workload -> new TreeMap<>())
                .computeIfAbsent(name[1], server -> new ArrayList<>())
                .add(figures);
    }

    private String table() {
        StringBuilder table = new StringBuilder("""
                | load | server | answers/s | cores | answers per CPU second | ratio | answers/s ratio | p50 us | p99 us | p99.9 us |
                |---|---|---:|---:|---:|---:|---:|---:|---:|---:|
                """);
        runs.forEach((workload, servers) -> servers.forEach((server, figures) -> {
            table.append("| %s | %s ".formatted(workload, server));
            cell(table, "%,.0f", median(figures, PER_SECOND));
            cell(table, "%.2f", median(figures, "server_cpu_seconds") / median(figures, "seconds"));
            cell(table, "%,.0f", median(figures, PER_CPU));
            List<Properties> baseline = servers.get(BASELINE);
            if (baseline == null || server.equals(BASELINE)) {
                table.append("| | ");
            } else {
                cell(table, "%.2f", median(figures, PER_CPU) / median(baseline, PER_CPU));
                cell(table, "%.2f", median(figures, PER_SECOND) / median(baseline, PER_SECOND));
            }
            for (String percentile : List.of("p50_us", "p99_us", "p99.9_us")) {
                cell(table, "%,.0f", median(figures, percentile));
            }
            table.append("|\n");
        }));
        return table.toString();
    }

    private String picture() {
        Set<String> servers = new LinkedHashSet<>();
        runs.values().forEach(byServer -> servers.addAll(byServer.keySet()));
        List<String> compared = List.copyOf(servers);
        BarChart chart = new BarChart(
                "Million answers per second of the server's CPU time (logarithmic scale)",
                compared.toArray(String[]::new));
        runs.forEach((workload, byServer) -> {
            if (byServer.keySet().containsAll(compared)) {
                chart.add(
                        workload,
                        compared.stream()
                                .mapToDouble(
                                        server -> median(byServer.getOrDefault(server, List.of()), PER_CPU) / MILLION)
                                .toArray());
            }
        });
        return chart.toSvg();
    }

    private static double median(List<Properties> figures, String name) {
        double[] sorted = figures.stream()
                .mapToDouble(run -> Double.parseDouble(run.getProperty(name)))
                .sorted()
                .toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    private static void cell(StringBuilder table, String format, double value) {
        table.append("| ").append(String.format(Locale.ROOT, format, value)).append(' ');
    }
}
