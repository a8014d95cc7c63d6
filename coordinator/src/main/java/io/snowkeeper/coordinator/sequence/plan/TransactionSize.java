package io.snowkeeper.coordinator.sequence.plan;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.jute.BinaryOutputArchive;
import org.apache.zookeeper.MultiOperationRecord;
import org.apache.zookeeper.Op;

/**
 * The size of a transaction as it is sent, framing included. ZooKeeper closes the connection over one that is too large. The
 * answer is smaller: it has no payloads.
 */
public final class TransactionSize {

    /**
     * How many bytes a transaction has at the most. ZooKeeper's servers take 1 MiB ({@code jute.maxbuffer}); the rest is
     * for what they add when they pass it on to each other.
     */
    public static final int MAX = 960 * 1024;

    private TransactionSize() {}

    /** Returns the size in bytes. */
    public static long of(List<Op> operations) {
        BinaryOutputArchive archive = BinaryOutputArchive.getArchive(OutputStream.nullOutputStream());
        try {
            new MultiOperationRecord(operations).serialize(archive, "request");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return archive.getDataSize();
    }
}
