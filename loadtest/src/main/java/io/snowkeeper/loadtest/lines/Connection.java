package io.snowkeeper.loadtest.lines;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import org.HdrHistogram.Histogram;

/**
 * A connection of the load, and the lines that are on their way over it. It has its own way to send and to count answers, since
 * many of them share a thread, and a blocking client that reads them would cost more than the server. Not thread-safe.
 */
final class Connection {

    private final LoadChannel channel;
    private final SelectionKey key;
    private final ByteBuffer lines;
    private final int lineLength;
    private final SendTimes times;
    private final int depth;
    private int unsent;
    private boolean connected = true;

    /** @param lines the line with its end, as many times as it may be sent at once */
    Connection(LoadChannel channel, SelectionKey key, ByteBuffer lines, int depth) {
        this.channel = channel;
        this.key = key;
        this.lines = lines.duplicate();
        this.lineLength = lines.capacity() / depth;
        this.times = new SendTimes(depth);
        this.depth = depth;
    }

    /** Keeps back what is sent until {@link #connected()}. */
    void connecting() {
        connected = false;
        key.interestOps(SelectionKey.OP_CONNECT);
    }

    /** Sends what was kept back. */
    void connected() throws IOException {
        connected = true;
        key.interestOps(SelectionKey.OP_READ);
        sendRest();
    }

    /** Returns how many more lines may be sent. */
    int room() {
        return depth - times.lines();
    }

    /** Sends lines whose answers are measured from the given time on. */
    void send(int count, long fromNanos) throws IOException {
        times.add(fromNanos, count);
        unsent += count * lineLength;
        if (connected) {
            sendRest();
        }
    }

    /** Sends the bytes that did not fit into the socket before. */
    void sendRest() throws IOException {
        while (unsent > 0) {
            // The same line is sent over and over: it goes on in the middle of one.
            int from = (lineLength - unsent % lineLength) % lineLength;
            lines.limit(Math.min(lines.capacity(), from + unsent)).position(from);
            int sent = channel.write(lines);
            unsent -= sent;
            if (lines.hasRemaining()) {
                key.interestOps(SelectionKey.OP_READ | SelectionKey.OP_WRITE);
                return;
            }
        }
        int interest = channel.flush() ? SelectionKey.OP_READ : SelectionKey.OP_READ | SelectionKey.OP_WRITE;
        if (key.interestOps() != interest) {
            key.interestOps(interest);
        }
    }

    /** Records how long the lines without an answer have waited. */
    void end(long nowNanos, Histogram latencies) {
        times.answered(times.lines(), nowNanos, latencies);
    }

    /** Reads answers once, and records them. Returns how many there were. */
    int receive(ByteBuffer input, Histogram latencies) throws IOException {
        input.clear();
        if (channel.read(input) < 0) {
            throw new IOException(
                    "the server ended the connection, %s lines are without an answer".formatted(times.lines()));
        }
        int answers = LineEnds.count(input);
        if (answers > 0) {
            times.answered(answers, System.nanoTime(), latencies);
        }
        return answers;
    }
}
