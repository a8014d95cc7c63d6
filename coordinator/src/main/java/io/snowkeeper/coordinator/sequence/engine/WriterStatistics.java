package io.snowkeeper.coordinator.sequence.engine;

import java.util.concurrent.atomic.AtomicLong;

/** The figures of what a writer has done, to be read by other threads. Written by the writer's thread alone. */
final class WriterStatistics {

    final AtomicLong given = new AtomicLong();
    final AtomicLong givenUp = new AtomicLong();
    final AtomicLong writes = new AtomicLong();
    final AtomicLong conflicts = new AtomicLong();
}
