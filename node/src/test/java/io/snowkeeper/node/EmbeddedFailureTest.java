package io.snowkeeper.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.management.MemoryUsage;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EmbeddedFailureTest {

    private static final MemoryUsage HEAP = new MemoryUsage(0, 61L << 20, 64L << 20, 64L << 20);

    @Test
    void aFullHeapIsNamedWithItsFiguresAndWhatToDo() {
        assertThat(reason(new OutOfMemoryError("Java heap space")))
                .isEqualTo(
                        "the embedded ZooKeeper has failed: memory is used up (java.lang.OutOfMemoryError: Java heap space), 61 of the heap's 64 MiB are in use; start again with more by -Xmx or -XX:MaxRAMPercentage, keep fewer sequences, keys and reservations, or use a ZooKeeper of its own with --zookeeper");
    }

    @Test
    void aFullHeapIsFoundBelowOtherFailures() {
        assertThat(reason(new IllegalStateException(new OutOfMemoryError("Java heap space"))))
                .contains("memory is used up");
    }

    @Test
    void anyOtherCauseIsNamedWithTheDataFolder() {
        assertThat(reason(new IOException("No space left on device")))
                .isEqualTo(
                        "the embedded ZooKeeper has failed: java.io.IOException: No space left on device; check its data folder data, then start again");
    }

    @Test
    void threadsThatCannotBeStartedAreNotTheHeap() {
        assertThat(reason(new OutOfMemoryError("unable to create native thread")))
                .contains("unable to create native thread")
                .doesNotContain("-Xmx");
    }

    @Test
    void anUnknownCauseIsNotGuessed() {
        assertThat(EmbeddedFailure.reason(Path.of("data"), Optional.empty(), HEAP))
                .isEqualTo("the embedded ZooKeeper has failed; check its data folder data, then start again");
    }

    private static String reason(Throwable cause) {
        return EmbeddedFailure.reason(Path.of("data"), Optional.of(cause), HEAP);
    }
}
