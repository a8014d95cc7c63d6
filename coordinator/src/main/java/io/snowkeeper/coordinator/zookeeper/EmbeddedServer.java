package io.snowkeeper.coordinator.zookeeper;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.zookeeper.KeeperException.QuotaExceededException;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.apache.zookeeper.server.FinalRequestProcessor;
import org.apache.zookeeper.server.Request;
import org.apache.zookeeper.server.RequestProcessor.RequestProcessorException;
import org.apache.zookeeper.server.RequestThrottler;
import org.apache.zookeeper.server.SessionTrackerImpl;
import org.apache.zookeeper.server.SyncRequestProcessor;
import org.apache.zookeeper.server.ZKDatabase;
import org.apache.zookeeper.server.ZooKeeperServer;
import org.apache.zookeeper.server.persistence.FileTxnSnapLog;

/**
 * A ZooKeeper server that remembers the exception that ended one of its threads, which ZooKeeper itself only logs; and
 * that takes no new keys, reservations and sequences when its tree has outgrown a share of the heap.
 */
final class EmbeddedServer extends ZooKeeperServer {

    /** As ZooKeeper numbers the sessions of a server that is alone. */
    private static final long SERVER_ID = 1;

    private final TreeBudget budget;
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    EmbeddedServer(FileTxnSnapLog data, int tickMillis, int minSessionMillis, int maxSessionMillis, TreeBudget budget) {
        super(
                data,
                tickMillis,
                minSessionMillis,
                maxSessionMillis,
                EmbeddedConnections.DEFAULT_BACKLOG,
                new UnreplicatedDatabase(data),
                "");
        this.budget = budget;
    }

    /** Returns the exception that ended the first of its threads. */
    Optional<Throwable> failure() {
        return Optional.ofNullable(failure.get());
    }

    /** To be called before anything else: where memory is used up, to log may fail, too. */
    void noteFailure(Throwable cause) {
        failure.compareAndSet(null, cause);
    }

    /**
     * Takes a request from this process, after all that were taken before. Does not count as a sign of life of its session, which has
     * a connection for that.
     *
     * @return false if the server does not run, or there is no such session, and no answer will come
     */
    boolean take(Request request) {
        if (!isRunning() || !getSessionTracker().isTrackingSession(request.sessionId)) {
            return false;
        }
        incInProcess();
        try {
            firstProcessor.processRequest(request);
            return true;
        } catch (RequestProcessorException e) {
            decInProcess();
            return false;
        }
    }

    @Override
    public void checkQuota(String path, byte[] before, byte[] after, int type) throws QuotaExceededException {
        super.checkQuota(path, before, after, type);
        if (type == OpCode.create && !budget.admits(path, getZKDatabase().getDataTree())) {
            throw new QuotaExceededException(path);
        }
    }

    /** Its beans are not used, and registering them takes a twentieth of a node's start. */
    @Override
    protected void registerJMX() {}

    @Override
    protected void unregisterJMX() {}

    @Override
    protected void createSessionTracker() {
        sessionTracker =
                new SessionTrackerImpl(
                        this,
                        getZKDatabase().getSessionWithTimeOuts(),
                        tickTime,
                        SERVER_ID,
                        getZooKeeperServerListener()) {
                    @Override
                    protected void handleException(String thread, Throwable e) {
                        noteFailure(e);
                        super.handleException(thread, e);
                    }
                };
    }

    @Override
    protected RequestThrottler createRequestThrottler() {
        return new RequestThrottler(this) {
            @Override
            protected void handleException(String thread, Throwable e) {
                noteFailure(e);
                super.handleException(thread, e);
            }
        };
    }

    @Override
    protected void setupRequestProcessors() {
        SyncRequestProcessor log = new SyncRequestProcessor(this, new FinalRequestProcessor(this)) {
            @Override
            protected void handleException(String thread, Throwable e) {
                noteFailure(e);
                super.handleException(thread, e);
            }
        };
        log.start();
        firstProcessor = new PreparationInPlace(this, log, this::noteFailure);
    }

    /** A database that keeps no writes for followers, of which there are none: ZooKeeper keeps 500, of up to 1 MiB each. */
    private static final class UnreplicatedDatabase extends ZKDatabase {

        UnreplicatedDatabase(FileTxnSnapLog data) {
            super(data);
        }

        @Override
        public void addCommittedProposal(Request request) {
            // It is in the log on disk.
        }
    }
}
