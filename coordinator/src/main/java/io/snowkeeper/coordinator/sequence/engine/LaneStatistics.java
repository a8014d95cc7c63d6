package io.snowkeeper.coordinator.sequence.engine;

import java.util.concurrent.atomic.AtomicLong;

/** What a lane has done, to be read by other threads. Written by the lane's thread alone. */
final class LaneStatistics {

    final AtomicLong given = new AtomicLong();
    final AtomicLong givenUp = new AtomicLong();
    final AtomicLong writes = new AtomicLong();
    final AtomicLong conflicts = new AtomicLong();
}
