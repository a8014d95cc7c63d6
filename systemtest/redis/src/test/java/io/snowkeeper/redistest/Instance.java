package io.snowkeeper.redistest;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * An instance of an application that numbers its orders without a pause, by a client of Redis that knows a host and a port. It
 * asks again after TRYAGAIN.
 */
final class Instance implements AutoCloseable {

    private final String counter;
    private final int redis;
    private final Queue<Long> ofRedis = new ConcurrentLinkedQueue<>();
    private final Queue<Long> ofFleet = new ConcurrentLinkedQueue<>();
    private final OngoingWork work;
    private volatile int fleet;

    /**
     * Starts it.
     *
     * @param counter the counter that it uses
     * @param redis the port that it begins with
     */
    Instance(String counter, int redis) {
        this.counter = counter;
        this.redis = redis;
        this.work = new OngoingWork(this::run);
    }

    private void run(OngoingWork present) {
        count(redis, ofRedis, () -> present.isEnded() || fleet != 0);
        count(fleet, ofFleet, present::isEnded);
    }

    private void count(int port, Queue<Long> numbers, BooleanSupplier until) {
        if (until.getAsBoolean()) {
            return;
        }
        try (Jedis client = RedisServer.connect(port)) {
            while (!until.getAsBoolean()) {
                try {
                    numbers.add(client.incr(counter));
                } catch (JedisDataException e) {
                    if (!e.getMessage().startsWith("TRYAGAIN ")) {
                        throw e;
                    }
                }
            }
        }
    }

    /** Has it go over: it is started anew with another port, and nothing else. */
    void goOver(int port) {
        fleet = port;
    }

    /** Waits until Redis has handed out {@code numbers} more to it. */
    void awaitMoreOfRedis(int numbers) {
        work.awaitMore(ofRedis, numbers);
    }

    /** Waits until the fleet has handed out {@code numbers} more to it. */
    void awaitMoreOfFleet(int numbers) {
        work.awaitMore(ofFleet, numbers);
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
        work.close();
    }
}
