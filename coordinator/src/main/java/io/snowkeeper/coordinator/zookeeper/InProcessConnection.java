package io.snowkeeper.coordinator.zookeeper;

import static java.util.Objects.requireNonNullElse;

import io.snowkeeper.coordinator.executor.DaemonExecutor;
import io.snowkeeper.coordinator.store.Watch;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.jute.Record;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Id;
import org.apache.zookeeper.data.Stat;
import org.apache.zookeeper.proto.ReplyHeader;
import org.apache.zookeeper.server.DumbWatcher;
import org.apache.zookeeper.server.Request;
import org.apache.zookeeper.server.RequestRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection of a session to the server in this process, without a socket, beside the session's own one, which keeps
 * the session alive and reports its end. Answers and events are delivered in their order on a thread of its own: their
 * receivers must neither hold up nor end the server's thread, which writes to the disk for all clients. Thread-safe.
 *
 * <p>Extends ZooKeeper's only connection class that other packages can extend; it uses nothing of it.
 */
final class InProcessConnection extends DumbWatcher {

    private static final Logger log = LoggerFactory.getLogger(InProcessConnection.class);

    private final EmbeddedServer server;
    private final long session;
    private final List<Id> identities;
    private final AtomicInteger lastNumber = new AtomicInteger();
    private final Map<Integer, Reply> awaited = new ConcurrentHashMap<>();
    private final Map<String, Set<Watch>> dataWatches = new ConcurrentHashMap<>();
    private final Map<String, Set<Watch>> childWatches = new ConcurrentHashMap<>();

    private final ExecutorService answers = DaemonExecutor.named("snowkeeper-zookeeper-answers");
    private volatile boolean connected;
    private volatile boolean ended;

    /** The reply to a request. */
    @FunctionalInterface
    interface Reply {

        /**
         * Receives the answer.
         *
         * @param answer null if the code is not {@code OK}, and for requests whose answer is the code alone
         */
        void answered(Code code, @Nullable Record answer);
    }

    /**
     * Makes one that does not ask for anything before {@link #connected}.
     *
     * @param identities the identities of the session
     */
    InProcessConnection(EmbeddedServer server, long session, List<Id> identities) {
        super(session);
        this.server = server;
        this.session = session;
        this.identities = identities;
    }

    /** Sends a request with an operation code of ZooKeeper's. The record is the server's from then on. */
    void ask(int operation, Record record, Reply reply) {
        int number = lastNumber.incrementAndGet();
        // Before: the answer may come before the call returns.
        awaited.put(number, reply);
        Request request = new Request(this, session, number, operation, RequestRecord.fromRecord(record), identities);
        // As its other connection does: one of another owner would have moved to another server.
        request.setOwner(me);
        // After it is awaited: else it could be asked after all that is awaited was failed, and wait for ever.
        if (!connected || ended || !server.take(request)) {
            answer(number, Code.CONNECTIONLOSS, null);
        }
    }

    /** Calls a watch once when the record changes. For the thread of a reply, before which no event is lost. */
    void watchData(String path, Watch watch) {
        add(dataWatches, path, watch);
    }

    /** Calls a watch once when the record has other children, or is deleted; as {@link #watchData}. */
    void watchChildren(String path, Watch watch) {
        add(childWatches, path, watch);
    }

    private static void add(Map<String, Set<Watch>> watches, String path, Watch watch) {
        watches.compute(path, (key, present) -> {
            Set<Watch> all = present == null ? ConcurrentHashMap.newKeySet() : present;
            all.add(watch);
            return all;
        });
    }

    @Override
    public int sendResponse(
            ReplyHeader header,
            @Nullable Record answer,
            @Nullable String tag,
            @Nullable String cacheKey,
            @Nullable Stat stat,
            int operation) {
        answer(header.getXid(), ResultCodes.code(header.getErr()), answer);
        return 0;
    }

    private void answer(int number, Code code, @Nullable Record answer) {
        Reply reply = awaited.remove(number);
        if (reply != null) {
            tell(() -> reply.answered(code, answer));
        }
    }

    /** The server's answer to requests of a session that has moved on. */
    @Override
    public void sendCloseSession() {
        failAwaited();
    }

    /** After the replies that came before it, some of which may still have to set the watch. */
    @Override
    public void process(WatchedEvent event, @Nullable List<ACL> acl) {
        // A request that was under way at the end may have set a watch at the server since.
        if (!ended) {
            tell(() -> callWatches(event));
        }
    }

    private void callWatches(WatchedEvent event) {
        switch (event.getType()) {
            case NodeCreated, NodeDataChanged -> call(Stream.of(dataWatches), event.getPath());
            case NodeChildrenChanged -> call(Stream.of(childWatches), event.getPath());
            case NodeDeleted -> call(Stream.of(dataWatches, childWatches), event.getPath());
            default -> {
                // An event of the connection, or of a watch that is not ours.
            }
        }
    }

    private static void call(Stream<Map<String, Set<Watch>>> watches, String path) {
        watches.flatMap(kind -> requireNonNullElse(kind.remove(path), Set.<Watch>of()).stream())
                // One that is set for both is called once.
                .collect(Collectors.toSet())
                .forEach(watch -> run(watch::changed));
    }

    private void tell(Runnable task) {
        try {
            answers.execute(() -> run(task));
        } catch (RejectedExecutionException e) {
            // It has ended, and nothing is to be waited for.
            run(task);
        }
    }

    private static void run(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException e) {
            log.error("an event of the embedded ZooKeeper could not be handled", e);
        }
    }

    /** Returns whether its server runs. */
    boolean isServed() {
        return server.isRunning();
    }

    /**
     * Receives whether the session's own connection stands, as far as is known. If it does not, pending requests fail, though the server
     * may still do them: the session may have ended, and the server does not always answer requests of a session that
     * has ended.
     */
    void connected(boolean now) {
        connected = now;
        if (!now) {
            failAwaited();
        }
    }

    private void failAwaited() {
        awaited.keySet().forEach(number -> answer(number, Code.CONNECTIONLOSS, null));
    }

    /** Removes it from the server, for good. Pending requests fail. */
    void end() {
        ended = true;
        server.getZKDatabase().removeCnxn(this);
        failAwaited();
        answers.shutdown();
    }
}
