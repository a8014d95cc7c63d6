package io.snowkeeper.sequences.engine;

import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The executors that sequences are served on: a sequence stays on one of them. They are shut down with the sequences. */
public final class SequenceExecutors implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(SequenceExecutors.class);

    private final List<ScheduledExecutorService> serving;
    private final List<SharedTick> ticks;
    private final ScheduledExecutorService sweeping;
    private final ExecutorService removing;
    private final AtomicInteger turn = new AtomicInteger();

    /**
     * @param serving one thread each, on which nothing blocks
     * @param sweeping one thread, which the sweep blocks
     * @param removing one thread, which the removal of deleted sequences' remains blocks
     */
    public SequenceExecutors(
            List<ScheduledExecutorService> serving, ScheduledExecutorService sweeping, ExecutorService removing) {
        this.serving = List.copyOf(serving);
        this.ticks = serving.stream().map(SharedTick::new).toList();
        this.sweeping = sweeping;
        this.removing = removing;
    }

    /** Returns the tick of the loop for one more sequence. */
    SharedTick next() {
        return ticks.get(Math.floorMod(turn.getAndIncrement(), ticks.size()));
    }

    /** Returns the executor for rare work. */
    public ScheduledExecutorService timer() {
        return serving.get(0);
    }

    ScheduledExecutorService sweeping() {
        return sweeping;
    }

    ExecutorService removing() {
        return removing;
    }

    /** Stops serving; no sequence is served there any more when it returns. */
    @Override
    public void close() {
        serving.forEach(ScheduledExecutorService::shutdownNow);
        try {
            for (ScheduledExecutorService executor : serving) {
                if (!executor.awaitTermination(1, TimeUnit.SECONDS)) {
                    log.warn("a thread that serves sequences does not end");
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
