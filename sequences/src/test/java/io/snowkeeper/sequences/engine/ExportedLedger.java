package io.snowkeeper.sequences.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.core.sequence.LedgerBalance;
import io.snowkeeper.core.sequence.LedgerPage;
import io.snowkeeper.sequences.catalogue.LedgerListing;
import io.snowkeeper.sequences.ledger.LedgerEntry;
import io.snowkeeper.sequences.ledger.audit.AuditReport;
import io.snowkeeper.sequences.ledger.audit.LedgerAudit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** An operator's copy of a sequence's ledger, which grows by new entries. */
final class ExportedLedger {

    private final LedgerListing listing;
    private final String sequence;
    private final List<LedgerEntry> entries = new ArrayList<>();

    ExportedLedger(LedgerListing listing, String sequence) {
        this.listing = listing;
        this.sequence = sequence;
    }

    /** Adds the entries beyond the copy, by pages of {@code limit}. */
    void goOn(int limit) {
        LedgerPage<LedgerEntry> page;
        do {
            page = listing.page(sequence, entries.size() + 1, limit).join();
            assertThat(page.entries()).hasSizeLessThanOrEqualTo(limit);
            for (LedgerEntry entry : page.entries()) {
                assertThat(entry.entry()).isEqualTo(entries.size() + 1);
                entries.add(entry);
            }
            assertThat(page.next()).isEqualTo(entries.size() + 1);
        } while (page.next() <= page.last());
    }

    List<LedgerEntry> entries() {
        return entries;
    }

    /** Goes on, and compares all of it with the sequence. */
    AuditReport audit() {
        goOn(1000);
        LedgerAudit audit = new LedgerAudit();
        entries.forEach(audit::accept);
        LedgerBalance balance = listing.balance(sequence).join();
        return audit.report(Optional.of(balance));
    }
}
