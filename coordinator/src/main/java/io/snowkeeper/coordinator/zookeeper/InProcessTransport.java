package io.snowkeeper.coordinator.zookeeper;

import io.snowkeeper.coordinator.store.Watch;
import java.util.List;
import org.apache.jute.Record;
import org.apache.zookeeper.AsyncCallback;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.MultiOperationRecord;
import org.apache.zookeeper.MultiResponse;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.common.PathUtils;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.proto.CreateRequest;
import org.apache.zookeeper.proto.CreateResponse;
import org.apache.zookeeper.proto.ExistsRequest;
import org.apache.zookeeper.proto.ExistsResponse;
import org.apache.zookeeper.proto.GetACLRequest;
import org.apache.zookeeper.proto.GetACLResponse;
import org.apache.zookeeper.proto.GetChildren2Request;
import org.apache.zookeeper.proto.GetChildren2Response;
import org.apache.zookeeper.proto.GetDataRequest;
import org.apache.zookeeper.proto.GetDataResponse;
import org.apache.zookeeper.proto.SetDataRequest;
import org.apache.zookeeper.proto.SetDataResponse;
import org.apache.zookeeper.proto.SyncRequest;
import org.jspecify.annotations.Nullable;

/**
 * The transport to a server in this process, which passes no socket.
 *
 * @param handle ZooKeeper's client, whose session it is
 */
record InProcessTransport(ZooKeeper handle, InProcessConnection connection) implements RequestTransport {

    @Override
    public long session() {
        return connection.getSessionId();
    }

    @Override
    public boolean isOf(ZooKeeper other) {
        // One that was started again, on the same port, is another server.
        return handle == other && connection.isServed();
    }

    @Override
    public void getData(String path, @Nullable Watch watch, AsyncCallback.DataCallback reply) {
        connection.ask(OpCode.getData, new GetDataRequest(valid(path), watch != null), (code, answer) -> {
            if (answer instanceof GetDataResponse found) {
                setDataWatch(path, watch);
                reply.processResult(code.intValue(), path, null, found.getData(), found.getStat());
            } else {
                reply.processResult(code.intValue(), path, null, null, null);
            }
        });
    }

    @Override
    public void exists(String path, @Nullable Watch watch, AsyncCallback.StatCallback reply) {
        connection.ask(OpCode.exists, new ExistsRequest(valid(path), watch != null), (code, answer) -> {
            if (code == Code.OK || code == Code.NONODE) {
                setDataWatch(path, watch);
            }
            reply.processResult(
                    code.intValue(), path, null, answer instanceof ExistsResponse found ? found.getStat() : null);
        });
    }

    @Override
    public void getChildren(String path, @Nullable Watch watch, AsyncCallback.Children2Callback reply) {
        connection.ask(OpCode.getChildren2, new GetChildren2Request(valid(path), watch != null), (code, answer) -> {
            if (answer instanceof GetChildren2Response found) {
                if (watch != null) {
                    connection.watchChildren(path, watch);
                }
                reply.processResult(code.intValue(), path, null, found.getChildren(), found.getStat());
            } else {
                reply.processResult(code.intValue(), path, null, null, null);
            }
        });
    }

    @Override
    public void getAcl(String path, AsyncCallback.ACLCallback reply) {
        connection.ask(OpCode.getACL, new GetACLRequest(valid(path)), (code, answer) -> {
            if (answer instanceof GetACLResponse found) {
                reply.processResult(code.intValue(), path, null, found.getAcl(), found.getStat());
            } else {
                reply.processResult(code.intValue(), path, null, null, null);
            }
        });
    }

    @Override
    public void sync(String path, AsyncCallback.VoidCallback reply) {
        connection.ask(
                OpCode.sync,
                new SyncRequest(valid(path)),
                (code, answer) -> reply.processResult(code.intValue(), path, null));
    }

    @Override
    public void multi(List<Op> operations, AsyncCallback.MultiCallback reply) {
        multi(OpCode.multi, operations, reply);
    }

    @Override
    public void multiRead(List<Op> reads, AsyncCallback.MultiCallback reply) {
        multi(OpCode.multiRead, reads, reply);
    }

    private void multi(int request, List<Op> operations, AsyncCallback.MultiCallback reply) {
        operations.forEach(operation -> valid(operation.getPath()));
        connection.ask(request, new MultiOperationRecord(operations), (code, answer) -> {
            if (code == Code.OK && answer instanceof MultiResponse done) {
                List<OpResult> results = done.getResultList();
                reply.processResult(codeOf(results), null, null, results);
            } else {
                reply.processResult(code.intValue(), null, null, null);
            }
        });
    }

    /** The server returns OK for a transaction that it refuses, and the reason with each of its operations. */
    private static int codeOf(List<OpResult> results) {
        return results.stream()
                .filter(OpResult.ErrorResult.class::isInstance)
                .mapToInt(result -> ((OpResult.ErrorResult) result).getErr())
                .filter(error -> error != Code.OK.intValue())
                .findFirst()
                .orElse(Code.OK.intValue());
    }

    @Override
    public void setData(String path, byte[] data, int version, AsyncCallback.StatCallback reply) {
        connection.ask(
                OpCode.setData,
                new SetDataRequest(valid(path), data, version),
                (code, answer) -> reply.processResult(
                        code.intValue(),
                        path,
                        null,
                        answer instanceof SetDataResponse written ? written.getStat() : null));
    }

    @Override
    public void create(String path, byte[] data, List<ACL> acl, CreateMode mode, AsyncCallback.StringCallback reply) {
        Record request = new CreateRequest(valid(path), data, acl, mode.toFlag());
        connection.ask(
                OpCode.create,
                request,
                (code, answer) -> reply.processResult(
                        code.intValue(), path, null, answer instanceof CreateResponse made ? made.getPath() : null));
    }

    @Override
    public void connected(boolean now) {
        connection.connected(now);
    }

    @Override
    public void end() {
        connection.end();
    }

    private void setDataWatch(String path, @Nullable Watch watch) {
        if (watch != null) {
            connection.watchData(path, watch);
        }
    }

    private static String valid(String path) {
        PathUtils.validatePath(path);
        return path;
    }
}
