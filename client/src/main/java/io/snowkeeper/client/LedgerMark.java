package io.snowkeeper.client;

import java.util.Optional;

/**
 * A place in the ledger of a gapless sequence, by which a copy shows later that nothing of its end is missing.
 *
 * @param entries how many entries there are up to it
 * @param hash the last one's hash; empty if it is not known any more, since the entry was released before
 */
public record LedgerMark(long entries, Optional<String> hash) {}
