package io.snowkeeper.loadtest.chaos.check;

/**
 * The times that an owner of a worker id may issue, in Unix milliseconds.
 *
 * @param afterMillis the last one that is not in it
 * @param untilMillis the last one that is in it
 */
record Interval(long afterMillis, long untilMillis) {}
