/** The ledger of a gapless sequence: what has become of each number, entry by entry, each bound to all before it by a hash. */
@NullMarked
package io.snowkeeper.coordinator.sequence.ledger;

import org.jspecify.annotations.NullMarked;
