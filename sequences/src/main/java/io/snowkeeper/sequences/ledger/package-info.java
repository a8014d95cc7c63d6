/**
 * The ledger of a gapless sequence: the events of each number, entry by entry, each bound to all before it by a hash.
 */
@NullMarked
package io.snowkeeper.sequences.ledger;

import org.jspecify.annotations.NullMarked;
