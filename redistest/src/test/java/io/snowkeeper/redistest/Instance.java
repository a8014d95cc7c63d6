package io.snowkeeper.redistest;

import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.LongSupplier;

/** An instance of an application that numbers its orders without a pause, by the counter of Redis until it is told to go over. */
final class Instance implements AutoCloseable {

    private final LongSupplier redis;
    private final LongSupplier fleet;
    private final Queue<Long> ofRedis = new ConcurrentLinkedQueue<>();
    private final Queue<Long> ofFleet = new ConcurrentLinkedQueue<>();
    private final CompletableFuture<Void> work;
    private volatile boolean over;
    private volatile boolean ended;

    /**
     * Starts it.
     *
     * @param redis gives the next number of the counter
     * @param fleet gives the next number of the sequence
     */
    Instance(LongSupplier redis, LongSupplier fleet) {
        this.redis = redis;
        this.fleet = fleet;
        this.work = CompletableFuture.runAsync(this::run, task -> {
            Thread thread = new Thread(task, "instance");
            thread.setDaemon(true);
            thread.start();
        });
    }

    private void run() {
        while (!ended) {
            if (over) {
                ofFleet.add(fleet.getAsLong());
            } else {
                ofRedis.add(redis.getAsLong());
            }
        }
    }

    /** Has it go over to the fleet, as a restart with another host and port does. */
    void goOver() {
        over = true;
    }

    /** Waits until Redis has given it so many more numbers. */
    void awaitMoreOfRedis(int numbers) {
        awaitMore(ofRedis, numbers);
    }

    /** Waits until the fleet has given it so many more numbers. */
    void awaitMoreOfFleet(int numbers) {
        awaitMore(ofFleet, numbers);
    }

    private void awaitMore(Queue<Long> queue, int numbers) {
        int before = queue.size();
        await("the instance works").until(() -> work.isDone() || queue.size() >= before + numbers);
        if (work.isDone()) {
            work.join();
        }
    }

    List<Long> ofRedis() {
        return List.copyOf(ofRedis);
    }

    List<Long> ofFleet() {
        return List.copyOf(ofFleet);
    }

    /** Waits for the end of its work, and fails if that has failed. */
    @Override
    public void close() {
        ended = true;
        work.join();
    }
}
