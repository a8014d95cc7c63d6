package io.snowkeeper.coordinator.zookeeper;

import io.snowkeeper.coordinator.store.Watch;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.zookeeper.AsyncCallback;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.ACL;
import org.jspecify.annotations.Nullable;

/**
 * A transport that can lose the answer to a write.
 *
 * @param losesNext whether it does so with the next one
 */
record ForgetfulTransport(RequestTransport transport, AtomicBoolean losesNext) implements RequestTransport {

    @Override
    public long session() {
        return transport.session();
    }

    @Override
    public boolean isOf(ZooKeeper handle) {
        return transport.isOf(handle);
    }

    @Override
    public void getData(String path, @Nullable Watch watch, AsyncCallback.DataCallback reply) {
        transport.getData(path, watch, reply);
    }

    @Override
    public void exists(String path, @Nullable Watch watch, AsyncCallback.StatCallback reply) {
        transport.exists(path, watch, reply);
    }

    @Override
    public void getChildren(String path, @Nullable Watch watch, AsyncCallback.Children2Callback reply) {
        transport.getChildren(path, watch, reply);
    }

    @Override
    public void getAcl(String path, AsyncCallback.ACLCallback reply) {
        transport.getAcl(path, reply);
    }

    @Override
    public void sync(String path, AsyncCallback.VoidCallback reply) {
        transport.sync(path, reply);
    }

    @Override
    public void multi(List<Op> operations, AsyncCallback.MultiCallback reply) {
        boolean lost = losesNext.getAndSet(false);
        transport.multi(
                operations,
                (rc, path, context, results) -> reply.processResult(
                        lost ? Code.CONNECTIONLOSS.intValue() : rc, path, context, lost ? null : results));
    }

    @Override
    public void multiRead(List<Op> reads, AsyncCallback.MultiCallback reply) {
        transport.multiRead(reads, reply);
    }

    @Override
    public void setData(String path, byte[] data, int version, AsyncCallback.StatCallback reply) {
        boolean lost = losesNext.getAndSet(false);
        transport.setData(
                path,
                data,
                version,
                (rc, unused, context, stat) -> reply.processResult(
                        lost ? Code.CONNECTIONLOSS.intValue() : rc, path, context, lost ? null : stat));
    }

    @Override
    public void create(String path, byte[] data, List<ACL> acl, CreateMode mode, AsyncCallback.StringCallback reply) {
        transport.create(path, data, acl, mode, reply);
    }

    @Override
    public void connected(boolean now) {
        transport.connected(now);
    }

    @Override
    public void end() {
        transport.end();
    }
}
