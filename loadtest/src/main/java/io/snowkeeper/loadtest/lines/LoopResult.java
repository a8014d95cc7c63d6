package io.snowkeeper.loadtest.lines;

import org.HdrHistogram.Histogram;

/** What a thread has measured. */
record LoopResult(long answers, long nanos, Histogram latencies) {}
