package io.snowkeeper.coordinator.store;

import static java.util.Objects.requireNonNullElse;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A record as it was read. Its payload is not to be changed. */
public final class StoredRecord {

    private static final byte[] NO_DATA = {};

    private final String path;
    private final byte[] payload;
    private final RecordStamp stamp;

    /**
     * @param path as it was asked for
     * @param payload null for a znode that somebody made without data: it is empty then
     */
    public StoredRecord(String path, byte @Nullable [] payload, RecordStamp stamp) {
        this.path = path;
        this.payload = requireNonNullElse(payload, NO_DATA);
        this.stamp = stamp;
    }

    /** Returns the path that was asked for. */
    public String path() {
        return path;
    }

    /** Returns the payload. */
    public byte[] payload() {
        return payload;
    }

    /** Returns when it was made and written. */
    public RecordStamp stamp() {
        return stamp;
    }

    /**
     * Returns the payload as JSON of this type.
     *
     * @throws UnreadablePayloadException if it is something else
     */
    public <T> T as(Class<T> type) {
        try {
            return PayloadCodec.decode(payload, type);
        } catch (IOException e) {
            throw new UnreadablePayloadException(path, e);
        }
    }
}
