package io.snowkeeper.coordinator.zookeeper;

import io.snowkeeper.coordinator.store.Watch;
import java.util.List;
import org.apache.zookeeper.AsyncCallback;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.Watcher.Event.EventType;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/**
 * The transport over a socket.
 *
 * @param handle ZooKeeper's client, which makes no other session when this one ends
 */
record SocketTransport(ZooKeeper handle) implements RequestTransport {

    @Override
    public long session() {
        return handle.getSessionId();
    }

    @Override
    public boolean isOf(ZooKeeper other) {
        return handle == other;
    }

    @Override
    public void getData(String path, @Nullable Watch watch, AsyncCallback.DataCallback reply) {
        handle.getData(path, watcher(watch), reply, null);
    }

    @Override
    public void exists(String path, @Nullable Watch watch, AsyncCallback.StatCallback reply) {
        handle.exists(path, watcher(watch), reply, null);
    }

    @Override
    public void getChildren(String path, @Nullable Watch watch, AsyncCallback.Children2Callback reply) {
        handle.getChildren(path, watcher(watch), reply, null);
    }

    @Override
    public void getAcl(String path, AsyncCallback.ACLCallback reply) {
        handle.getACL(path, new Stat(), reply, null);
    }

    @Override
    public void sync(String path, AsyncCallback.VoidCallback reply) {
        handle.sync(path, reply, null);
    }

    @Override
    public void multi(List<Op> operations, AsyncCallback.MultiCallback reply) {
        handle.multi(operations, reply, null);
    }

    @Override
    public void multiRead(List<Op> reads, AsyncCallback.MultiCallback reply) {
        // ZooKeeper's client recognizes reads by the operations.
        handle.multi(reads, reply, null);
    }

    @Override
    public void setData(String path, byte[] data, int version, AsyncCallback.StatCallback reply) {
        handle.setData(path, data, version, reply, null);
    }

    @Override
    public void create(String path, byte[] data, List<ACL> acl, CreateMode mode, AsyncCallback.StringCallback reply) {
        handle.create(path, data, acl, mode, reply, null);
    }

    @Override
    public void connected(boolean now) {
        // Its client finds that out.
    }

    @Override
    public void end() {
        // The client forgets its state when its session ends.
    }

    private static @Nullable Watcher watcher(@Nullable Watch watch) {
        return watch == null ? null : new Watching(watch);
    }

    /** Equal for one watch: ZooKeeper's client keeps every other one until it is called. */
    private record Watching(Watch watch) implements Watcher {

        @Override
        public void process(WatchedEvent event) {
            // Events of the connection come here too; the watch outlives them.
            if (event.getType() != EventType.None) {
                watch.changed();
            }
        }
    }
}
