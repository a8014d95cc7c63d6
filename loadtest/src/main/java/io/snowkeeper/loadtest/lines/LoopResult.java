package io.snowkeeper.loadtest.lines;

import org.HdrHistogram.Histogram;

/** The measurement of one thread. */
record LoopResult(long answers, long nanos, Histogram latencies) {}
