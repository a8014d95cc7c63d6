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
 * The judge of a gapless sequence's ledger, by its pages: each entry stays in its place and never changes; at the end
 * the audit finds nothing, and the ledger agrees with the books on each of their numbers.
 */
public final class LedgerJudge {

    private final String sequence;
    private final List<LedgerEntry> copy = new ArrayList<>();

    public LedgerJudge(String sequence) {
        this.sequence = sequence;
    }

    /** Returns how many entries were returned, from the first one on. */
    public int size() {
        return copy.size();
    }

    /** Returns the hash of an entry that was returned. */
    public String hash(long entry) {
        return copy.get((int) entry - 1).hash();
    }

    /** Takes note of returned entries, from one on, which is one more than there were at the most. */
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

    /**
     * Takes note that older data were put back, in which the ledger had this many entries: later ones are returned
     * anew.
     */
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

    /** Requires that every number is confirmed, void or put back. */
    public void requireNothingPending() {
        fates().requireNothingPending();
    }

    /** Requires that each number of a sequence without periods that a client got confirmed is. */
    public void requireConfirmed(Iterable<Long> numbers) {
        fates().requireConfirmed(numbers);
    }

    /** Returns the numbers of a sequence without periods that are void since older data were put back. */
    public Set<Long> restored() {
        return fates().restored();
    }

    /**
     * The uncertainty that restored older data leave about a number handed out before.
     *
     * @param isOfBefore whether a number was handed out before
     * @param present the period when sequences went on, empty if there is none: nothing was written any more of one
     *     that had ended
     */
    public record Lost(Predicate<BusinessNumber> isOfBefore, Optional<Period> present) {

        public static final Lost NOTHING = new Lost(number -> false, Optional.empty());

        private boolean leavesOpen(BusinessNumber number, LedgerFates.@Nullable Fate fate) {
            if (!isOfBefore.test(number)) {
                return false;
            }
            // A number in the books gets confirmed, by the reservation that it was pending in then: it may have come
            // back since, and have been handed out to the document that has it.
            return !number.period().equals(present) || (fate != null && (fate.isRestored() || fate.isConfirmed()));
        }
    }

    /**
     * Compares with the books, once all is settled: each of their numbers is confirmed in its period, by its
     * reservation and for its document.
     *
     * @param nothingElse whether only numbers of the books were confirmed, so that nothing else is
     */
    public void requireBooked(Books books, boolean nothingElse, Lost lost) {
        fates().requireBooked(books, nothingElse, (row, fate) -> lost.leavesOpen(row.number(), fate));
    }

    /** Returns the last event of each number: of the present period, where an entry has no other one. */
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
