package io.snowkeeper.benchmarks.capacity;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Measures the figures of docs/run/capacity.md: prints a line for each figure. */
public final class Capacity {

    private Capacity() {}

    /**
     * @param args the folder for the servers' data, the program's jar, and the measurement: {@code ensembles},
     *     {@code records} or {@code fleet}, or nothing for all of them
     */
    public static void main(String[] args) throws Exception {
        Path folder = Files.createTempDirectory(Files.createDirectories(Path.of(args[0])), "capacity");
        Path program = Path.of(args[1]).toAbsolutePath();
        List<String> chosen =
                args.length > 2 ? List.of(args).subList(2, args.length) : List.of("ensembles", "records", "fleet");
        for (String part : chosen) {
            Path own = folder.resolve(part);
            switch (part) {
                case "ensembles" -> EnsembleWrites.run(own);
                case "records" -> RecordMemory.run(own);
                case "fleet" -> FullFleet.run(own, program);
                default -> throw new IllegalArgumentException("must be ensembles, records or fleet: " + part);
            }
        }
    }
}
