package io.snowkeeper.simulation.judge;

import io.snowkeeper.core.business.BusinessNumber;
import io.snowkeeper.core.business.Period;
import io.snowkeeper.core.sequence.LedgerBalance;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.sequences.ledger.LedgerEntry;
import io.snowkeeper.sequences.ledger.Posting;
import io.snowkeeper.sequences.ledger.audit.AuditReport;
import io.snowkeeper.sequences.ledger.audit.LedgerAudit;
import io.snowkeeper.testkit.oracle.Books;
import io.snowkeeper.testkit.oracle.LedgerFates;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The judge of a gapless sequence's ledger, by what is told of it page by page: each entry is told in its place and never otherwise; at
 * the end the audit finds nothing, and the ledger says of each number of the books what the books say.
 */
public final class LedgerJudge {

    private final String sequence;
    private final List<LedgerEntry> copy = new ArrayList<>();

    public LedgerJudge(String sequence) {
        this.sequence = sequence;
    }

    /** Returns how many entries were told, from the first one on. */
    public int size() {
        return copy.size();
    }

    /** Returns the hash of an entry that was told. */
    public String hash(long entry) {
        return copy.get((int) entry - 1).hash();
    }

    /** Somebody was told entries, from one on, which is one more than there were at the most. */
    public void told(long from, List<LedgerEntry> entries) {
        for (int i = 0; i < entries.size(); i++) {
            LedgerEntry entry = entries.get(i);
            if (entry.entry() != from + i) {
                throw broken("entry %s was told where entry %s should have been".formatted(entry.entry(), from + i));
            }
            if (entry.entry() == copy.size() + 1) {
                copy.add(entry);
            } else if (!entry.equals(copy.get((int) entry.entry() - 1))) {
                throw broken("told %s, and before that %s".formatted(entry, copy.get((int) entry.entry() - 1)));
            }
        }
    }

    /** Older data were put back, in which the ledger had so many entries: what follows them is told anew. */
    public void putBack(long entries) {
        if (entries < copy.size()) {
            copy.subList((int) entries, copy.size()).clear();
        }
    }

    /** Audits all entries that there are. */
    public AuditReport requireRight(LedgerBalance balance) {
        LedgerAudit audit = new LedgerAudit();
        copy.forEach(audit::accept);
        AuditReport report = audit.report(Optional.of(balance));
        if (!report.isClean()) {
            throw broken("the audit found " + report.findings());
        }
        return report;
    }

    /** Looks for what is neither confirmed nor void nor put back. */
    public void requireNothingPending() {
        fates().requireNothingPending();
    }

    /** Looks for each number of a sequence without periods that somebody was told is confirmed. */
    public void requireConfirmed(Iterable<Long> numbers) {
        fates().requireConfirmed(numbers);
    }

    /** Returns the numbers of a sequence without periods that are void since older data were put back. */
    public Set<Long> restored() {
        return fates().restored();
    }

    /**
     * What older data that were put back leave open of a number that was told before that.
     *
     * @param isOfBefore whether a number was told before
     * @param present the period when sequences went on, empty if there is none: of one that had ended, nothing was written any more
     */
    public record Lost(Predicate<BusinessNumber> isOfBefore, Optional<Period> present) {

        public static final Lost NOTHING = new Lost(number -> false, Optional.empty());

        private boolean leavesOpen(BusinessNumber number, LedgerFates.@Nullable Fate fate) {
            if (!isOfBefore.test(number)) {
                return false;
            }
            // Who has a number in the books gets it confirmed, by the reservation that it was pending in then: it may
            // have come back
            // since, and have been given to the document that has it.
            return !number.period().equals(present) || (fate != null && (fate.isRestored() || fate.isConfirmed()));
        }
    }

    /**
     * Compares with the books, once all is settled: each of their numbers is confirmed in its period, by its reservation and for its document.
     *
     * @param nothingElse whether nobody has confirmed what was not in the books, so that nothing else is
     */
    public void requireBooked(Books books, boolean nothingElse, Lost lost) {
        fates().requireBooked(books, nothingElse, (row, fate) -> lost.leavesOpen(row.number(), fate));
    }

    /** Returns what was last told of each number: of the present period, where an entry does not tell another one. */
    private LedgerFates fates() {
        LedgerFates fates = new LedgerFates(sequence, BrokenPromiseException::raise);
        Optional<Period> present = Optional.empty();
        for (LedgerEntry entry : copy) {
            Posting posting = entry.posting();
            Optional<Period> period =
                    posting.period().isPresent() ? posting.period().map(Period::parse) : present;
            switch (posting.event()) {
                case TURN -> present = period;
                case RESERVE, CONFIRM, CANCEL, EXPIRE, VOID -> {
                    LedgerFates.Fate fate = new LedgerFates.Fate(
                            posting.event().text(),
                            posting.reservation().orElseThrow(),
                            posting.key(),
                            posting.reason());
                    for (NumberRange run : posting.numbers()) {
                        for (long number = run.from(); number <= run.to(); number++) {
                            fates.follow(new BusinessNumber(period, number), fate);
                        }
                    }
                }
                default -> {
                    // About no number in particular.
                }
            }
        }
        return fates;
    }

    public BrokenPromiseException broken(String what) {
        return new BrokenPromiseException("ledger of sequence %s: %s".formatted(sequence, what));
    }
}
