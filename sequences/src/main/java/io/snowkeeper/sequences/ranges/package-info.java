/** The registry of the ranges that the fleet's sequences have, by which overlapping ones are refused. */
@NullMarked
package io.snowkeeper.sequences.ranges;

import org.jspecify.annotations.NullMarked;
