package io.snowkeeper.loadtest.chaos.fault;

import java.time.Duration;

/**
 * A fault of the schedule.
 *
 * @param number counts from 1
 * @param node the number of the node that it strikes, from 0, if it strikes one
 * @param duration how long it lasts
 * @param restMillis how long to leave the fleet alone afterwards
 */
record PlannedFault(int number, FaultKind kind, int node, Duration duration, long restMillis) {}
