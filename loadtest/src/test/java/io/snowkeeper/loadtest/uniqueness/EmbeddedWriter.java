package io.snowkeeper.loadtest.uniqueness;

import io.snowkeeper.core.Layout;
import io.snowkeeper.core.api.ClosedException;
import io.snowkeeper.core.api.Ids;
import io.snowkeeper.core.api.UnavailableException;
import io.snowkeeper.core.sortable.SortableId;
import io.snowkeeper.core.sortable.SortableUnit;
import io.snowkeeper.embedded.LeasedIds;
import io.snowkeeper.embedded.LeasedIdsOptions;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;

/**
 * A program that is an embedded member, and writes ids of each {@link TakenKind} in turn to its output: the kind and how many there are,
 * both as 8 bytes, then 16 bytes for each id. Half of them are had one by one, half in batches. At SIGTERM it hands its worker id back.
 */
final class EmbeddedWriter {

    /** How many ids are written together at most. */
    static final int WRITTEN = 2_000;

    static final int ID_BYTES = 2 * Long.BYTES;
    static final int HEAD_BYTES = 2 * Long.BYTES;

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
        ByteBuffer written = ByteBuffer.allocate(HEAD_BYTES + WRITTEN * ID_BYTES);
        long next = System.nanoTime();
        boolean open = true;
        while (open) {
            for (TakenKind kind : TakenKind.values()) {
                written.clear().position(HEAD_BYTES);
                open = take(ids, kind, written);
                int count = (written.position() - HEAD_BYTES) / ID_BYTES;
                written.putLong(0, kind.ordinal()).putLong(Long.BYTES, count);
                out.write(written.array(), 0, written.position());
                next = Math.max(next + NANOS_EACH_TIME, System.nanoTime() - TimeUnit.SECONDS.toNanos(1));
                LockSupport.parkNanos(next - System.nanoTime());
            }
        }
        out.flush();
    }

    /** Puts ids behind each other, as far as they can be had now, and returns whether there will be more. */
    private static boolean take(Ids ids, TakenKind kind, ByteBuffer written) {
        try {
            for (int i = 0; i < WRITTEN / 2; i++) {
                switch (kind) {
                    case SNOWFLAKE -> put(written, 0, ids.next());
                    case UUID_V7 -> put(written, ids.nextUuid());
                    case SORTABLE -> put(written, ids.nextSortable(SortableUnit.MILLISECOND));
                }
            }
            switch (kind) {
                case SNOWFLAKE -> LongStream.of(ids.next(WRITTEN / 2)).forEach(id -> put(written, 0, id));
                case UUID_V7 -> ids.nextUuids(WRITTEN / 2).forEach(id -> put(written, id));
                case SORTABLE ->
                    ids.nextSortable(SortableUnit.MILLISECOND, WRITTEN / 2).forEach(id -> put(written, id));
            }
            return true;
        } catch (UnavailableException e) {
            return true;
        } catch (ClosedException e) {
            return false;
        }
    }

    private static void put(ByteBuffer written, UUID id) {
        put(written, id.getMostSignificantBits(), id.getLeastSignificantBits());
    }

    private static void put(ByteBuffer written, SortableId id) {
        put(written, id.high(), id.low());
    }

    private static void put(ByteBuffer written, long high, long low) {
        written.putLong(high).putLong(low);
    }
}
