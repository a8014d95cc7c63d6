package io.snowkeeper.loadtest.lines;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The times at which lines should be sent, at even distances. A line that is sent late, since the server was slow, is measured from the
 * time when it should have been sent: else a server that stops for a second would have one slow answer instead of all
 * those that its clients waited for (coordinated omission). Not thread-safe.
 */
final class SendSchedule {

    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    private final double interval;
    private double due;
    private long started;
    private int turn;

    private SendSchedule(double interval) {
        this.interval = interval;
    }

    /** @param perSecond how many lines a second, 0 for no pace */
    static SendSchedule of(double perSecond) {
        return new SendSchedule(perSecond == 0 ? 0 : NANOS_PER_SECOND / perSecond);
    }

    boolean isPaced() {
        return interval > 0;
    }

    void start(long nowNanos) {
        started = nowNanos;
    }

    boolean isDue(long nowNanos) {
        return nowNanos - started >= due;
    }

    /** Takes the next line, and returns when it should be sent. */
    long takeDue() {
        long at = started + (long) due;
        due += interval;
        return at;
    }

    /** Returns which of {@code of} has its turn. */
    int turn(int of) {
        turn = (turn + 1) % of;
        return turn;
    }

    /** Waits for ready keys, up to a millisecond if no line is due before that. */
    void select(Selector selector, Consumer<SelectionKey> ready) throws IOException {
        double untilDue = due - (System.nanoTime() - started);
        if (untilDue > TimeUnit.MILLISECONDS.toNanos(1)) {
            selector.select(ready, 1);
        } else {
            selector.selectNow(ready);
        }
    }
}
