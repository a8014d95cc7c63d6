package io.snowkeeper.pagetest;

import io.snowkeeper.testkit.net.LineClient;
import io.snowkeeper.testkit.node.NodeProcess;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** A steady load of ids on several nodes: each is asked for a batch ten times a second. Its own count says how many there were. */
final class SteadyLoad implements AutoCloseable {

    private static final int PERIOD_MILLIS = 100;

    private final AtomicLong ids = new AtomicLong();
    private final List<Thread> threads;
    private volatile boolean ended;

    /** @param batch how many ids a node gives each time */
    SteadyLoad(int batch, NodeProcess... nodes) {
        threads = List.of(nodes).stream()
                .map(node -> new Thread(() -> ask(node, batch), "load"))
                .toList();
        threads.forEach(Thread::start);
    }

    private void ask(NodeProcess node, int batch) {
        while (!ended && node.isAlive()) {
            try (LineClient client = node.connect()) {
                askOn(client, batch);
            } catch (IOException e) {
                // The node was killed, as is tested here, or this machine is busy. The count shows missing ids.
            }
        }
    }

    private void askOn(LineClient client, int batch) throws IOException {
        String request = "{\"type\":\"generate_batch\",\"msg_id\":1,\"count\":%d}".formatted(batch);
        long due = System.nanoTime();
        while (!ended) {
            // A refusal has none.
            ids.addAndGet(client.call(request).path("ids").size());
            due += TimeUnit.MILLISECONDS.toNanos(PERIOD_MILLIS);
            LockSupport.parkNanos(due - System.nanoTime());
        }
    }

    /** Returns how many ids were given up to now. */
    long ids() {
        return ids.get();
    }

    @Override
    public void close() throws InterruptedException {
        ended = true;
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
