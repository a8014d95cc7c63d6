package io.snowkeeper.coordinator.store;

import java.io.IOException;

/** A record as it was read. Its payload is not to be changed. */
public final class StoredRecord {

    private final String path;
    private final byte[] payload;
    private final RecordStamp stamp;

    /** @param path as it was asked for */
    public StoredRecord(String path, byte[] payload, RecordStamp stamp) {
        this.path = path;
        this.payload = payload;
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
