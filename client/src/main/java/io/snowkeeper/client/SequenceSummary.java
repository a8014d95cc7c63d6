package io.snowkeeper.client;

import io.snowkeeper.core.sequence.SequenceMode;
import java.util.OptionalLong;

/**
 * A sequence as a list tells of it.
 *
 * @param name its name
 * @param mode its mode
 * @param next the lowest number that was never taken; empty if there is none
 * @param remaining how many numbers are left
 * @param pending gapless mode: how many reservations are neither confirmed nor cancelled nor void
 */
public record SequenceSummary(String name, SequenceMode mode, OptionalLong next, long remaining, long pending) {}
