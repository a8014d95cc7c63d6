package io.snowkeeper.coordinator.zookeeper;

import io.snowkeeper.coordinator.store.Watch;
import java.util.List;
import org.apache.zookeeper.AsyncCallback;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.ACL;
import org.jspecify.annotations.Nullable;

/**
 * The way of one session's requests to its server, with ZooKeeper's own paths, codes and replies. Requests are carried out in the
 * order in which they are made. Replies and watches are called on a thread that must not be held up, a watch after the reply to the
 * request that has set it. Thread-safe.
 */
interface RequestTransport {

    /** Returns the session's id, 0 before it is known. */
    long session();

    /** Returns whether it belongs to that handle of ZooKeeper's client. */
    boolean isOf(ZooKeeper handle);

    /** Reads a znode. The watch, if there is one, is set if the znode is there. */
    void getData(String path, @Nullable Watch watch, AsyncCallback.DataCallback reply);

    /** Looks at a znode. The watch, if there is one, is set whether the znode is there or not. */
    void exists(String path, @Nullable Watch watch, AsyncCallback.StatCallback reply);

    /** Reads the names of a znode's children. The watch, if there is one, is set if the znode is there. */
    void getChildren(String path, @Nullable Watch watch, AsyncCallback.Children2Callback reply);

    /** Reads the access list of a znode. */
    void getAcl(String path, AsyncCallback.ACLCallback reply);

    /** Lets the server catch up with its leader. */
    void sync(String path, AsyncCallback.VoidCallback reply);

    /** Carries out all operations or none. */
    void multi(List<Op> operations, AsyncCallback.MultiCallback reply);

    /** Reads znodes, one after another. The reply has a result for each, also where its code is the one of a znode that was not read. */
    void multiRead(List<Op> reads, AsyncCallback.MultiCallback reply);

    /** Writes a znode. */
    void setData(String path, byte[] data, int version, AsyncCallback.StatCallback reply);

    /** Makes a znode. */
    void create(String path, byte[] data, List<ACL> acl, CreateMode mode, AsyncCallback.StringCallback reply);

    /** Receives whether there is a connection: without one, nothing is answered. */
    void connected(boolean now);

    /** Drops its state for the session, which has ended. Pending requests fail. */
    void end();
}
