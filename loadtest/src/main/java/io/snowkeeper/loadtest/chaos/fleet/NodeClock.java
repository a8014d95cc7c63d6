package io.snowkeeper.loadtest.chaos.fleet;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The wall clock of a process: the machine's clock and an offset that can be changed while it runs. For one thread at a
 * time.
 */
public final class NodeClock {

    private final Path library;
    private final Path file;
    private long lastingMillis;

    /** @param file the process reads the offset from it */
    public NodeClock(ClockLibrary library, Path file) throws IOException {
        this.library = library.file();
        this.file = Files.write(file, new byte[Long.BYTES]);
    }

    /** Sets the clock for good, ahead of the machine's by that; behind it, if negative. Seen at once. */
    public void stay(long millis) throws IOException {
        lastingMillis = millis;
        shift(0);
    }

    /** Returns how far it was set ahead of the machine's for good; negative if behind it. */
    public long lastingMillis() {
        return lastingMillis;
    }

    /** Moves the clock by that from where it is for good; back, if negative. Seen at once. */
    public void shift(long millis) throws IOException {
        ByteBuffer offset = ByteBuffer.allocate(Long.BYTES)
                .order(ByteOrder.nativeOrder())
                .putLong(TimeUnit.MILLISECONDS.toNanos(lastingMillis + millis))
                .flip();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.write(offset, 0);
        }
    }

    /** Returns the environment of a process with this clock. */
    public Map<String, String> environment() {
        return Map.of("LD_PRELOAD", library.toString(), "CHAOS_CLOCK_FILE", file.toString());
    }
}
