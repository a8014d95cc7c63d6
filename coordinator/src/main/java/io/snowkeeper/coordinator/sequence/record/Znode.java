package io.snowkeeper.coordinator.sequence.record;

import io.snowkeeper.coordinator.store.PayloadCodec;
import io.snowkeeper.coordinator.store.UnreadablePayloadException;
import java.io.IOException;
import org.apache.zookeeper.data.Stat;

/** A znode as it was read. */
public final class Znode {

    private final String path;
    private final byte[] data;
    private final Stat stat;

    public Znode(String path, byte[] data, Stat stat) {
        this.path = path;
        this.data = data;
        this.stat = stat;
    }

    public String path() {
        return path;
    }

    public Stat stat() {
        return stat;
    }

    public <T> T as(Class<T> type) {
        try {
            return PayloadCodec.decode(data, type);
        } catch (IOException e) {
            throw new UnreadablePayloadException(path, e);
        }
    }
}
