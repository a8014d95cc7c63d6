package io.snowkeeper.sequences.ledger.audit;

import io.snowkeeper.core.sequence.LedgerBalance;
import io.snowkeeper.sequences.ledger.HashChain;
import io.snowkeeper.sequences.ledger.LedgerEntry;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The part of an audit that is about the chain: that each entry is in its place, and was written as it is. Not thread-safe. */
final class ChainAudit {

    private final AuditFindings findings;
    private final HashChain chain = new HashChain();

    private long last;
    private String hash = HashChain.BEGINNING;

    /** Where the present transaction has begun, and when it was done. */
    private long begun;

    private @Nullable Instant time;

    ChainAudit(AuditFindings findings) {
        this.findings = findings;
    }

    long last() {
        return last;
    }

    String hash() {
        return hash;
    }

    void accept(LedgerEntry entry) {
        if (entry.entry() <= last) {
            findings.add(
                    entry.entry(),
                    "it comes after entry %s, and exists twice, or is in another's place".formatted(last));
            return;
        }
        boolean follows = entry.entry() == last + 1;
        if (!follows) {
            findings.add(
                    entry.entry(),
                    last + 2 == entry.entry()
                            ? "the entry before it is missing, %s".formatted(last + 1)
                            : "the entries before it are missing, %s to %s".formatted(last + 1, entry.entry() - 1));
        } else if (!chain.next(hash, entry).equals(entry.hash())) {
            findings.add(
                    entry.entry(),
                    entry.posting().numbers(),
                    "its hash does not match its content and entry %s: one of the two was changed".formatted(last));
        }
        checkTime(entry, follows);
        last = entry.entry();
        hash = entry.hash();
    }

    private void checkTime(LedgerEntry entry, boolean follows) {
        Instant before = time;
        if (entry.after().isPresent() || before == null || !follows) {
            if (entry.after().isPresent() && before != null && follows) {
                compare(before, entry.after().get());
            }
            begun = entry.entry();
            time = entry.time();
        } else if (!entry.time().equals(before)) {
            findings.add(
                    entry.entry(),
                    "its time is %s, and that of entry %s is %s, though one transaction has written both"
                            .formatted(entry.time(), begun, before));
        }
    }

    private void compare(Instant given, Instant actual) {
        if (!given.equals(actual)) {
            findings.add(begun, "its time is %s, and the next write says %s".formatted(given, actual));
        }
    }

    /** Compares the end of the chain with the state's. */
    void compare(LedgerBalance balance) {
        if (last != balance.entries()) {
            findings.add(
                    0,
                    last < balance.entries()
                            ? "the last entry is %s, and the sequence has %s: those after it are missing"
                                    .formatted(last, balance.entries())
                            : "the last entry is %s, and the sequence has %s: it was read before, or restored from a backup"
                                    .formatted(last, balance.entries()));
            return;
        }
        if (!hash.equals(balance.hash())) {
            findings.add(last, "its hash is %s, and the sequence says %s".formatted(hash, balance.hash()));
        }
        if (time != null) {
            compare(time, balance.time());
        }
    }
}
