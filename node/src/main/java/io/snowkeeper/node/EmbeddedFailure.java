package io.snowkeeper.node;

import io.snowkeeper.node.net.MemoryExhaustion;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.nio.file.Path;
import java.util.Optional;

/** The end of an embedded ZooKeeper, in words for the operator: a full heap is not to be looked for on the disk. */
final class EmbeddedFailure {

    private EmbeddedFailure() {}

    /** @param cause its failure, if known */
    static String reason(Path dataDirectory, Optional<Throwable> cause) {
        return reason(dataDirectory, cause, ManagementFactory.getMemoryMXBean().getHeapMemoryUsage());
    }

    static String reason(Path dataDirectory, Optional<Throwable> cause, MemoryUsage heap) {
        if (cause.filter(MemoryExhaustion::isOfHeap).isPresent()) {
            return "the embedded ZooKeeper has failed: memory is used up (%s), %s of the heap's %s MiB are in use; start again with more by -Xmx or -XX:MaxRAMPercentage, keep fewer sequences, keys and reservations, or use a ZooKeeper of its own with --zookeeper"
                    .formatted(cause.get(), heap.getUsed() >> 20, heap.getMax() >> 20);
        }
        return "the embedded ZooKeeper has failed%s; check its data folder %s, then start again"
                .formatted(cause.map(failure -> ": " + failure).orElse(""), dataDirectory);
    }
}
