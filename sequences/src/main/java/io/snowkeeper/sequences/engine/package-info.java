/**
 * The engine of named sequences. A {@link io.snowkeeper.sequences.engine.SequenceWriter} per sequence makes one write
 * after another; each is a transaction on the condition that the sequence's state is unchanged. Internal to the
 * coordinator.
 */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.sequences.engine;
