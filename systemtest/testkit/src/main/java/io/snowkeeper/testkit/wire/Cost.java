package io.snowkeeper.testkit.wire;

import io.snowkeeper.testkit.repository.Repository;
import io.snowkeeper.testkit.wire.CountingZooKeeper.Asked;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The cost of an operation for ZooKeeper, in requests.
 *
 * @param syncs how often a server has to catch up with the leader, which forces nothing to the disk
 * @param watches how many of the reads set a watch
 */
public record Cost(int writes, int reads, int syncs, int watches) {

    private static final Path DOCUMENT = Repository.file("docs/run/operations.md");
    private static final String CELLS = "\\s*\\|\\s*";

    /** Returns the documented cost of an operation, by its name in the table. */
    public static Cost documented(String name) throws IOException {
        try (Stream<String> lines = Files.lines(DOCUMENT)) {
            List<String> cells = lines.map(line -> List.of(line.split(CELLS)))
                    .filter(row -> row.size() == 6 && row.get(1).equals(name))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("no such row: " + name));
            return new Cost(number(cells, 2), number(cells, 3), number(cells, 4), number(cells, 5));
        }
    }

    private static int number(List<String> cells, int column) {
        return Integer.parseInt(cells.get(column));
    }

    public static Cost of(List<Asked> requests) {
        int syncs = count(requests, Asked::isSync);
        int writes = count(requests, Asked::write);
        return new Cost(writes, requests.size() - writes - syncs, syncs, count(requests, Asked::watch));
    }

    private static int count(List<Asked> requests, Predicate<Asked> kind) {
        return (int) requests.stream().filter(kind).count();
    }

    public int requests() {
        return writes + reads + syncs;
    }
}
