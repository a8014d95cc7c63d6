package io.snowkeeper.cli.doctor;

import io.snowkeeper.node.OpenFileNeed;
import java.util.List;
import java.util.Optional;

/** A check of the machine's resources for the process: Java, memory, files. */
final class HostCheck implements Check {

    private static final String MEMORY = "memory";
    private static final String OPEN_FILES = "open files";

    /** The smallest limit that deploy/README.md promises a node to run in. */
    private static final long LEAST_MEMORY_BYTES = 512L << 20;

    private final Host host;
    private final OpenFileNeed files;

    HostCheck(Host host, OpenFileNeed files) {
        this.host = host;
        this.files = files;
    }

    @Override
    public List<Finding> look() {
        return List.of(
                Finding.ok(
                        "java",
                        "Java %s, as user %s, %s processors".formatted(host.java(), host.user(), host.processors())),
                memory(),
                openFiles());
    }

    private Finding memory() {
        String bounds = "the heap may grow to %s MiB and direct memory to %s MiB, of %s MiB that there are"
                .formatted(host.heapBytes() >> 20, host.directBytes() >> 20, host.memoryBytes() >> 20);
        if (host.memoryBytes() < LEAST_MEMORY_BYTES) {
            return Finding.warning(
                    MEMORY, "%s; a node is made for %s MiB and more".formatted(bounds, LEAST_MEMORY_BYTES >> 20));
        }
        if (host.heapBytes() + host.directBytes() > host.memoryBytes()) {
            return Finding.warning(
                    MEMORY,
                    bounds
                            + ": the system may end the process; set both lower, as by JAVA_OPTS=\"-XX:MaxRAMPercentage=40 -XX:MaxDirectMemorySize=64m\"");
        }
        return Finding.ok(MEMORY, bounds);
    }

    private Finding openFiles() {
        Optional<String> warning = files.warning(host.openFiles());
        if (warning.isPresent()) {
            return Finding.warning(OPEN_FILES, warning.get());
        }
        return Finding.ok(
                OPEN_FILES,
                host.openFiles().isPresent()
                        ? "the process may open %s, enough for %s connections on each of %s ports"
                                .formatted(host.openFiles().getAsLong(), files.maxConnections(), files.ports())
                        : "the limit is not known");
    }
}
