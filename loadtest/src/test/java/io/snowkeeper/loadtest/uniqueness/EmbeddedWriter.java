package io.snowkeeper.loadtest.uniqueness;

import io.snowkeeper.core.Layout;
import io.snowkeeper.core.api.ClosedException;
import io.snowkeeper.core.api.UnavailableException;
import io.snowkeeper.embedded.LeasedIds;
import io.snowkeeper.embedded.LeasedIdsOptions;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A program that is an embedded member, and writes its ids to its output, 8 bytes each: half of them had one by one, half in batches.
 * At SIGTERM it hands its worker id back.
 */
final class EmbeddedWriter {

    /** How many ids are written together. */
    static final int WRITTEN = 2_000;

    /** So that the test sees more of pauses and ends than of ids. */
    private static final long NANOS_EACH_TIME = TimeUnit.MILLISECONDS.toNanos(2);

    private EmbeddedWriter() {}

    /** Takes ZooKeeper's address, the member's name, the widths of the layout, and window and session timeout in milliseconds. */
    public static void main(String[] arguments) throws IOException {
        PrintStream out = System.out;
        // The log goes elsewhere.
        System.setOut(System.err);
        LeasedIdsOptions options = LeasedIdsOptions.builder(arguments[1])
                .layout(Layout.parse(arguments[2], Layout.DEFAULT_EPOCH))
                .window(Duration.ofMillis(Long.parseLong(arguments[3])))
                .sessionTimeout(Duration.ofMillis(Long.parseLong(arguments[4])))
                .joinWait(Duration.ZERO)
                .build();
        LeasedIds ids = LeasedIds.join(arguments[0], options);
        Runtime.getRuntime().addShutdownHook(new Thread(ids::close));
        ByteBuffer written = ByteBuffer.allocate(WRITTEN * Long.BYTES);
        long next = System.nanoTime();
        while (true) {
            written.clear();
            try {
                for (int i = 0; i < WRITTEN / 2; i++) {
                    written.putLong(ids.next());
                }
                for (long id : ids.next(WRITTEN / 2)) {
                    written.putLong(id);
                }
            } catch (UnavailableException e) {
                LockSupport.parkNanos(NANOS_EACH_TIME);
            } catch (ClosedException e) {
                break;
            }
            out.write(written.array(), 0, written.position());
            next = Math.max(next + NANOS_EACH_TIME, System.nanoTime() - TimeUnit.SECONDS.toNanos(1));
            LockSupport.parkNanos(next - System.nanoTime());
        }
        out.flush();
    }
}
