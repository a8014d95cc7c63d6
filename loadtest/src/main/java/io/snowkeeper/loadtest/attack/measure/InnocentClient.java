package io.snowkeeper.loadtest.attack.measure;

import io.snowkeeper.loadtest.client.Connector;
import io.snowkeeper.loadtest.client.LineClient;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * An innocent client that asks at a steady pace. Where an answer takes longer than that, the requests that were due meanwhile count as if they
 * had been sent, and waited for the rest of it: a client of many that all ask now and then would have sent them.
 */
final class InnocentClient implements Runnable {

    private final Innocent innocent;
    private final Connector connector;
    private final long paceNanos;
    private final List<Sample> samples = new ArrayList<>();
    private volatile boolean stopping;
    private volatile String lastFailure = "";
    private @Nullable LineClient connection;

    InnocentClient(Innocent innocent, Connector connector, Duration pace) {
        this.innocent = innocent;
        this.connector = connector;
        this.paceNanos = pace.toNanos();
    }

    Innocent innocent() {
        return innocent;
    }

    /** Returns the results of the requests that were due from one time to before another one. */
    synchronized List<Sample> samples(long fromNanos, long toNanos) {
        return samples.stream()
                .filter(sample -> sample.startedNanos() - fromNanos >= 0 && sample.startedNanos() - toNanos < 0)
                .toList();
    }

    /** Returns how long after a time there was the answer to a request that was begun after it, and did not take longer than that. */
    synchronized Optional<Duration> firstGood(long fromNanos, long limitNanos) {
        return samples.stream()
                .filter(sample -> sample.startedNanos() - fromNanos >= 0)
                .filter(sample -> sample.isGoodWithin(limitNanos))
                .findFirst()
                .map(sample -> Duration.ofNanos(sample.endedNanos() - fromNanos));
    }

    /** Returns whether requests were due since a time that have ended, and all of them well and within another time. */
    boolean wasServed(long sinceNanos, long limitNanos) {
        List<Sample> latest = samples(sinceNanos, System.nanoTime());
        return !latest.isEmpty() && latest.stream().allMatch(sample -> sample.isGoodWithin(limitNanos));
    }

    /** Returns why the last request failed that did, empty if none has. */
    String lastFailure() {
        return lastFailure;
    }

    /** The request that is under way is the last one. */
    void stop() {
        stopping = true;
    }

    @Override
    public void run() {
        long due = System.nanoTime();
        while (!stopping) {
            boolean failed = !ask();
            long nanos = System.nanoTime() - due;
            record(due, nanos, failed);
            due += paceNanos * Math.max(1, nanos / paceNanos + 1);
            sleepUntil(due);
        }
        hangUp();
    }

    private boolean ask() {
        try {
            LineClient open = connection;
            if (open == null) {
                open = connector.connect(innocent.address());
                connection = open;
            }
            innocent.exchange().on(open);
            if (innocent.connects()) {
                hangUp();
            }
            return true;
        } catch (IOException e) {
            lastFailure = String.valueOf(e.getMessage());
            hangUp();
            return false;
        }
    }

    private void hangUp() {
        try {
            if (connection != null) {
                connection.close();
            }
        } catch (IOException e) {
            // It is of no use any more.
        }
        connection = null;
    }

    private synchronized void record(long due, long nanos, boolean failed) {
        samples.add(new Sample(due, nanos, failed));
        for (long missed = paceNanos; missed < nanos; missed += paceNanos) {
            samples.add(new Sample(due + missed, nanos - missed, failed));
        }
    }

    private static void sleepUntil(long nanos) {
        try {
            TimeUnit.NANOSECONDS.sleep(nanos - System.nanoTime());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
