package io.snowkeeper.coordinator.sequence.access;

import io.snowkeeper.coordinator.sequence.catalogue.Catalogue;

import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.curator.framework.CuratorFramework;
import org.jspecify.annotations.Nullable;

/**
 * A connection to ZooKeeper, with a session of its own, for what is read in bulk: names, and what is swept. It takes answers that
 * would break the connection that numbers go over, and whatever happens to it happens to no number. It is opened when it is
 * needed first. Thread-safe.
 */
public final class BulkConnection implements AutoCloseable {

    /** More than the names of {@link Catalogue#MAX_SEQUENCES}. */
    public static final int MAX_ANSWER_BYTES = 64 * 1024 * 1024;

    private final Supplier<CuratorFramework> opener;
    private final Function<CuratorFramework, AsyncTree> treeOf;

    private @Nullable CuratorFramework client;
    private @Nullable AsyncTree tree;
    private boolean closed;

    /**
     * @param opener makes a client that takes answers of {@link #MAX_ANSWER_BYTES}, and starts it
     * @param treeOf makes a tree that is reached by it
     */
    public BulkConnection(Supplier<CuratorFramework> opener, Function<CuratorFramework, AsyncTree> treeOf) {
        this.opener = opener;
        this.treeOf = treeOf;
    }

    /** Returns the znodes as they are reached by this connection. Fails with {@link NoAnswerException} when it is closed. */
    public synchronized AsyncTree tree() {
        if (closed) {
            throw new NoAnswerException("the node stops");
        }
        AsyncTree present = tree;
        if (present == null) {
            CuratorFramework opened = opener.get();
            client = opened;
            present = treeOf.apply(opened);
            tree = present;
        }
        return present;
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (client != null) {
            client.close();
        }
    }
}
