package io.snowkeeper.loadtest.lines;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLEngine;
import org.HdrHistogram.Histogram;

/** A thread's share of the connections. */
final class LoadLoop implements Callable<LoopResult>, AutoCloseable {

    private static final int INPUT_SIZE = 256 * 1024;
    private static final long MAX_LATENCY_NANOS = TimeUnit.MINUTES.toNanos(10);
    private static final int SIGNIFICANT_DIGITS = 3;
    private static final int CONNECTS_BETWEEN_READS = 16;

    private final Load load;
    private final Selector selector;
    private final int share;
    private final ByteBuffer lines;
    private final List<Connection> connections = new ArrayList<>();
    private final ByteBuffer input = ByteBuffer.allocateDirect(INPUT_SIZE);
    private final SendSchedule schedule;

    private Histogram latencies = newHistogram();
    private long answers;

    /** Connects, unless all are to connect at once. */
    LoadLoop(Load load, int share) throws IOException {
        this.load = load;
        this.share = share;
        this.selector = Selector.open();
        this.schedule = SendSchedule.of(load.linesPerSecond() * share / (double) load.connections());
        byte[] bytes = (load.line() + "\n").repeat(load.depth()).getBytes(StandardCharsets.UTF_8);
        this.lines = ByteBuffer.allocateDirect(bytes.length).put(bytes);
        for (int i = 0; i < share && !load.atOnce(); i++) {
            SocketChannel socket = SocketChannel.open(load.server());
            LoadChannel channel = channelOver(socket);
            add(socket, channel);
        }
    }

    private Connection add(SocketChannel socket, LoadChannel channel) throws IOException {
        socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
        socket.configureBlocking(false);
        SelectionKey key = socket.register(selector, SelectionKey.OP_READ);
        Connection connection = new Connection(channel, key, lines, load.depth());
        key.attach(connection);
        connections.add(connection);
        return connection;
    }

    /** Connects all, while those that are connected send already. Lines without an answer count with the time that they had. */
    private LoopResult connectAtOnce() throws IOException {
        long began = System.nanoTime();
        schedule.start(began);
        for (int i = 0; i < share; i++) {
            SocketChannel socket = SocketChannel.open();
            Connection connection = add(socket, new PlainChannel(socket));
            long since = System.nanoTime();
            if (!socket.connect(load.server())) {
                connection.connecting();
            }
            if (!schedule.isPaced()) {
                connection.send(load.depth(), since);
            }
            if (i % CONNECTS_BETWEEN_READS == 0) {
                if (schedule.isPaced()) {
                    sendWhatIsDue();
                }
                selector.selectNow(this::ready);
            }
        }
        run(load.duration().minusNanos(System.nanoTime() - began));
        long ended = System.nanoTime();
        for (Connection connection : connections) {
            connection.end(ended, latencies);
        }
        return new LoopResult(answers, ended - began, latencies);
    }

    private LoadChannel channelOver(SocketChannel socket) throws IOException {
        if (load.tls().isEmpty()) {
            return new PlainChannel(socket);
        }
        SSLEngine engine = load.tls()
                .get()
                .createSSLEngine(load.server().getHostString(), load.server().getPort());
        engine.setUseClientMode(true);
        return TlsChannel.shakeHands(socket, engine);
    }

    @Override
    public LoopResult call() throws IOException {
        if (load.atOnce()) {
            return connectAtOnce();
        }
        schedule.start(System.nanoTime());
        if (!schedule.isPaced()) {
            for (Connection connection : connections) {
                connection.send(load.depth(), System.nanoTime());
            }
        }
        run(load.warmup());
        latencies = newHistogram();
        answers = 0;
        long started = System.nanoTime();
        run(load.duration());
        return new LoopResult(answers, System.nanoTime() - started, latencies);
    }

    private void run(Duration time) throws IOException {
        long started = System.nanoTime();
        long nanos = time.toNanos();
        while (System.nanoTime() - started < nanos) {
            if (schedule.isPaced()) {
                sendWhatIsDue();
                schedule.select(selector, this::ready);
            } else {
                selector.select(this::ready, 1);
            }
        }
    }

    private void ready(SelectionKey key) {
        Connection connection = (Connection) key.attachment();
        try {
            if (key.isConnectable()) {
                ((SocketChannel) key.channel()).finishConnect();
                connection.connected();
            }
            if (key.isWritable()) {
                connection.sendRest();
            }
            if (key.isReadable()) {
                int answered = connection.receive(input, latencies);
                answers += answered;
                if (answered > 0 && !schedule.isPaced()) {
                    connection.send(answered, System.nanoTime());
                }
            }
        } catch (IOException e) {
            throw new LoadFailedException(e);
        }
    }

    /** Sends the lines whose time has come over the connections in turn, as long as one of them has room. */
    private void sendWhatIsDue() throws IOException {
        long now = System.nanoTime();
        int full = 0;
        while (full < connections.size() && schedule.isDue(now)) {
            Connection next = connections.get(schedule.turn(connections.size()));
            if (next.room() > 0) {
                next.send(1, schedule.takeDue());
                full = 0;
            } else {
                full++;
            }
        }
    }

    private static Histogram newHistogram() {
        return new Histogram(MAX_LATENCY_NANOS, SIGNIFICANT_DIGITS);
    }

    @Override
    public void close() throws IOException {
        for (SelectionKey key : selector.keys()) {
            key.channel().close();
        }
        selector.close();
    }
}
