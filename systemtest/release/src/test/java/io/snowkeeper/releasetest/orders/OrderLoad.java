package io.snowkeeper.releasetest.orders;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** Customers that order from one instance after the other until they are told to end. */
final class OrderLoad {

    private static final int THREADS = 16;

    /** Eight batches of the example. */
    private static final int ORDERS_EACH = 512;

    private static final Duration RUN = Duration.ofMinutes(10);

    private final List<OrderService> services;
    private final Queue<Long> ids = new ConcurrentLinkedQueue<>();
    private final Queue<Exception> refusals = new ConcurrentLinkedQueue<>();
    private final AtomicInteger answered = new AtomicInteger();
    private final AtomicInteger unanswered = new AtomicInteger();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean eased;
    private volatile boolean ended;

    private OrderLoad(List<OrderService> services) {
        this.services = services;
    }

    static OrderLoad start(List<OrderService> services) {
        OrderLoad load = new OrderLoad(services);
        for (int i = 0; i < THREADS; i++) {
            int first = i;
            Thread thread = new Thread(() -> load.order(first), "customer-" + i);
            thread.setDaemon(true);
            thread.start();
            load.threads.add(thread);
        }
        return load;
    }

    private void order(int first) {
        for (int turn = first; !ended; turn++) {
            try {
                if (eased) {
                    Thread.sleep(200);
                }
                List<Long> got = services.get(turn % services.size()).take(ORDERS_EACH);
                ids.addAll(got);
                answered.addAndGet(got.size());
            } catch (IOException e) {
                // Its instance was killed, or is not back yet. Whether the orders were taken is not known: they are
                // made again.
                unanswered.incrementAndGet();
            } catch (InterruptedException e) {
                return;
            } catch (RuntimeException e) {
                refusals.add(e);
            }
        }
    }

    /** The start of an instance, which needs the processor. */
    interface Start {
        void run() throws IOException, InterruptedException;
    }

    /** Has customers order less while an instance starts. */
    void easeWhile(Start start) throws IOException, InterruptedException {
        eased = true;
        start.run();
        eased = false;
    }

    /** Waits until {@code count} more orders were answered. */
    void awaitMore(int count) {
        int before = answered.get();
        await().atMost(RUN).until(() -> answered.get() >= before + count);
    }

    /** Takes no more orders, and waits for the answers that are due. */
    void end() throws InterruptedException {
        ended = true;
        for (Thread thread : threads) {
            thread.join();
        }
    }

    /** Returns the ids of all orders that were answered for. */
    List<Long> ids() {
        return List.copyOf(ids);
    }

    /** Returns the instances' answers without ids. */
    List<Exception> refusals() {
        return List.copyOf(refusals);
    }

    /** Returns how many requests got no answer. */
    int unanswered() {
        return unanswered.get();
    }
}
