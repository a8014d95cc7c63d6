/** The audit of a ledger: of its chain, its numbers, its keys, and of the books that it is compared with. */
@NullMarked
package io.snowkeeper.sequences.ledger.audit;

import org.jspecify.annotations.NullMarked;
