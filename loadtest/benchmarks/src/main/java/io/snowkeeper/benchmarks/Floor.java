package io.snowkeeper.benchmarks;

import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The floor: the work that every generator with a shared count and a timestamp must do. */
@State(Scope.Benchmark)
public class Floor {

    private final AtomicLong counter = new AtomicLong();

    @Benchmark
    public long atomicLong() {
        return counter.incrementAndGet();
    }

    @Benchmark
    public long currentTimeMillis() {
        return System.currentTimeMillis();
    }

    @Benchmark
    public long nanoTime() {
        return System.nanoTime();
    }
}
