package io.snowkeeper.testkit.wire;

import static java.util.stream.Collectors.joining;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.StreamSupport;
import org.apache.jute.BinaryInputArchive;
import org.apache.zookeeper.MultiOperationRecord;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.apache.zookeeper.server.NIOServerCnxnFactory;
import org.apache.zookeeper.server.Request;
import org.apache.zookeeper.server.ZooKeeperServer;
import org.apache.zookeeper.server.persistence.FileTxnSnapLog;

/** A ZooKeeper server that notes each request that it gets, but for those that only keep a connection alive. Thread-safe. */
public final class CountingZooKeeper implements AutoCloseable {

    private static final int TICK_MILLIS = 500;
    private static final int ANY = -1;

    /** Much longer than a machine stands still. */
    private static final int MAX_SESSION_MILLIS = 60_000;

    /** How long to wait for a request too many. */
    private static final int QUIET_MILLIS = 100;

    private static final int REST_MILLIS = 1_000;

    private final FileTxnSnapLog data;
    private final ZooKeeperServer server;
    private final NIOServerCnxnFactory connections = new NIOServerCnxnFactory();
    private final List<Asked> asked = new CopyOnWriteArrayList<>();

    private volatile CountDownLatch open = new CountDownLatch(0);
    private volatile boolean held;

    /**
     * A request.
     *
     * @param text its name in ZooKeeper, and its paths; parts that differ from run to run are a star
     * @param write whether it is logged and forced to the disk by all servers
     * @param watch whether it sets a watch
     */
    public record Asked(long session, String text, boolean write, boolean watch) {

        public boolean isSync() {
            return text.startsWith("sync ");
        }
    }

    private CountingZooKeeper(Path folder) throws IOException {
        data = new FileTxnSnapLog(folder.toFile(), folder.toFile());
        server = new ZooKeeperServer(data, TICK_MILLIS, ANY, MAX_SESSION_MILLIS, ANY, null, "") {
            @Override
            public void submitRequestNow(Request request) {
                if (request.type != OpCode.ping) {
                    awaitOpen();
                    asked.add(read(request));
                }
                super.submitRequestNow(request);
            }
        };
    }

    public static CountingZooKeeper start(Path folder) throws IOException, InterruptedException {
        CountingZooKeeper started = new CountingZooKeeper(folder);
        started.connections.configure(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), ANY, ANY, false);
        started.connections.startup(started.server);
        return started;
    }

    public String connectString() {
        return "127.0.0.1:" + connections.getLocalPort();
    }

    /** Returns all requests so far, in their order. */
    public List<Asked> asked() {
        return List.copyOf(asked);
    }

    /** Returns the requests after the first {@code before}, when the expected number has come and no more come. */
    public List<Asked> since(int before, int expected) throws InterruptedException {
        await().until(() -> asked().size() >= before + expected);
        return asked().subList(before, awaitNoMore(QUIET_MILLIS));
    }

    /** Waits until no more requests come, where it is not known which one is the last. */
    public void awaitRest() throws InterruptedException {
        awaitNoMore(REST_MILLIS);
    }

    private int awaitNoMore(int quietMillis) throws InterruptedException {
        int size;
        do {
            size = asked().size();
            Thread.sleep(quietMillis);
        } while (asked().size() > size);
        return size;
    }

    /** Lets requests wait, from the next one on. */
    public void hold() {
        held = false;
        open = new CountDownLatch(1);
    }

    /** Waits until a request waits. */
    public void awaitHeld() {
        await().until(() -> held);
    }

    /** Waits for a request whose text begins so, after the first {@code before}. */
    public void awaitRequest(int before, String beginning) {
        await().until(() ->
                asked().stream().skip(before).anyMatch(request -> request.text().startsWith(beginning)));
    }

    /** Returns the session that was begun last. */
    public long lastSession() {
        return asked.stream()
                .filter(request -> request.text().equals("createSession"))
                .mapToLong(Asked::session)
                .reduce((first, second) -> second)
                .orElseThrow();
    }

    public void release() {
        open.countDown();
    }

    private void awaitOpen() {
        try {
            held = open.getCount() > 0;
            open.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Asked read(Request request) {
        try {
            return new Asked(
                    request.sessionId,
                    Request.op2String(request.type) + paths(request).replaceAll("[0-9a-f-]{10,}", "*"),
                    request.isQuorum(),
                    setsWatch(request));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String paths(Request request) throws IOException {
        return switch (request.type) {
            case OpCode.createSession, OpCode.closeSession -> "";
            case OpCode.multi, OpCode.multiRead ->
                StreamSupport.stream(
                                request.readRequestRecord(MultiOperationRecord::new)
                                        .spliterator(),
                                false)
                        .map(op -> Request.op2String(op.getType()) + " " + op.getPath())
                        .collect(joining(", ", " ", ""));
            default -> " " + fields(request).readString("path");
        };
    }

    private static boolean setsWatch(Request request) throws IOException {
        if (request.type == OpCode.exists
                || request.type == OpCode.getData
                || request.type == OpCode.getChildren
                || request.type == OpCode.getChildren2) {
            BinaryInputArchive fields = fields(request);
            fields.readString("path");
            return fields.readBool("watch");
        }
        return false;
    }

    private static BinaryInputArchive fields(Request request) {
        return BinaryInputArchive.getArchive(new ByteArrayInputStream(request.readRequestBytes()));
    }

    @Override
    public void close() throws IOException {
        release();
        connections.shutdown();
        server.shutdown();
        data.close();
    }
}
