package io.snowkeeper.coordinator.zookeeper.sequence;

import io.snowkeeper.coordinator.store.PayloadCodec;
import io.snowkeeper.coordinator.store.UnreadablePayloadException;
import java.io.IOException;
import org.apache.zookeeper.data.Stat;

/** A znode as it was read. */
final class Znode {

    private final String path;
    private final byte[] data;
    private final Stat stat;

    Znode(String path, byte[] data, Stat stat) {
        this.path = path;
        this.data = data;
        this.stat = stat;
    }

    String path() {
        return path;
    }

    Stat stat() {
        return stat;
    }

    <T> T as(Class<T> type) {
        try {
            return PayloadCodec.decode(data, type);
        } catch (IOException e) {
            throw new UnreadablePayloadException(path, e);
        }
    }
}
