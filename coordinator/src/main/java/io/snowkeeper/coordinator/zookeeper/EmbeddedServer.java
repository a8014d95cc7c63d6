package io.snowkeeper.coordinator.zookeeper;

import java.io.IOException;
import org.apache.zookeeper.server.Request;
import org.apache.zookeeper.server.RequestProcessor.RequestProcessorException;
import org.apache.zookeeper.server.ZooKeeperServer;
import org.apache.zookeeper.server.persistence.FileTxnSnapLog;

/** The server of an embedded ZooKeeper, which takes requests from this process as well as from its connections. */
final class EmbeddedServer extends ZooKeeperServer {

    // Sessions are judged once a tick; at ZooKeeper's usual 2 s, a session could not be shorter than 4 s.
    private static final int TICK_MILLIS = 500;
    private static final int MIN_SESSION_MILLIS = 1_000;
    private static final int MAX_SESSION_MILLIS = 300_000;

    EmbeddedServer(FileTxnSnapLog data) throws IOException {
        super(data, TICK_MILLIS, MIN_SESSION_MILLIS, MAX_SESSION_MILLIS, EmbeddedConnections.DEFAULT_BACKLOG, null, "");
    }

    /**
     * Takes a request, after all that were taken before. Does not count as a sign of life of its session, which has a connection for
     * that.
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
}
