package io.snowkeeper.loadtest.chaos.fleet;

import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;

/**
 * Something that has to go on after each fault.
 *
 * @param missing says that it does not, such as {@code node n1 gives no ids}
 * @param signs the times of the signs that it does, any of them
 */
public record Service(String missing, List<ServiceTimes> signs) {

    private static final long POLL_MILLIS = 10;

    /** Takes a copy of the signs. */
    public Service {
        signs = List.copyOf(signs);
    }

    /** Waits for a sign after that time. Returns by how much later it came, empty if it did not within the time. */
    public OptionalLong awaitSince(long nanos, Duration timeout) throws InterruptedException {
        while (signs.stream().noneMatch(sign -> sign.givenSince(nanos))) {
            if (System.nanoTime() - nanos > timeout.toNanos()) {
                return OptionalLong.empty();
            }
            Thread.sleep(POLL_MILLIS);
        }
        return OptionalLong.of((System.nanoTime() - nanos) / 1_000_000);
    }
}
