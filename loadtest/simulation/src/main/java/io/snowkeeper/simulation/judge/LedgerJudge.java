package io.snowkeeper.simulation.judge;

import io.snowkeeper.core.business.BusinessNumber;
import io.snowkeeper.core.business.Period;
import io.snowkeeper.core.sequence.LedgerBalance;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.sequences.ledger.LedgerEntry;
import io.snowkeeper.sequences.ledger.LedgerEvent;
import io.snowkeeper.sequences.ledger.Posting;
import io.snowkeeper.sequences.ledger.audit.AuditReport;
import io.snowkeeper.sequences.ledger.audit.LedgerAudit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
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

    /**
     * What was last told of a number.
     *
     * @param key the key of the reservation
     */
    private record Fate(LedgerEvent event, long reservation, Optional<String> key, Optional<String> reason) {

        /** Returns whether an operator has made it void, since it was not known what had become of it in data that were lost. */
        boolean isRestored() {
            return event == LedgerEvent.VOID && reason.equals(Optional.of("restored"));
        }
    }

    /** A name ends with the reservation's number, and letters of the writer that made it; the ledger has the number alone. */
    private static boolean isNamedAfter(long reservation, String name) {
        return name.matches("[0-9a-z]+-" + reservation + "(-[0-9a-z]+)?");
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
        fates().forEach((number, fate) -> {
            if (fate.event == LedgerEvent.RESERVE) {
                throw broken("%s is still pending: %s".formatted(number, fate));
            }
        });
    }

    /** Looks for each number of a sequence without periods that somebody was told is confirmed. */
    public void requireConfirmed(Iterable<Long> numbers) {
        Map<BusinessNumber, Fate> fates = fates();
        for (long number : numbers) {
            Fate fate = fates.get(BusinessNumber.of(number));
            if (fate == null || fate.event != LedgerEvent.CONFIRM) {
                throw broken("%s was confirmed, and the ledger tells %s".formatted(number, fate));
            }
        }
    }

    /** Returns the numbers of a sequence without periods that are void since older data were put back. */
    public Set<Long> restored() {
        return fates().entrySet().stream()
                .filter(number -> number.getValue().isRestored())
                .map(number -> number.getKey().number())
                .collect(Collectors.toSet());
    }

    /**
     * What older data that were put back leave open of a number that was told before that.
     *
     * @param isOfBefore whether a number was told before
     * @param present the period when sequences went on, empty if there is none: of one that had ended, nothing was written any more
     */
    public record Lost(Predicate<BusinessNumber> isOfBefore, Optional<Period> present) {

        public static final Lost NOTHING = new Lost(number -> false, Optional.empty());

        private boolean leavesOpen(BusinessNumber number, @Nullable Fate fate) {
            if (!isOfBefore.test(number)) {
                return false;
            }
            // Who has a number in the books gets it confirmed, by the reservation that it was pending in then: it may
            // have come back
            // since, and have been given to the document that has it.
            return !number.period().equals(present)
                    || (fate != null && (fate.isRestored() || fate.event == LedgerEvent.CONFIRM));
        }
    }

    /**
     * Compares with the books, once all is settled: each of their numbers is confirmed in its period, by its reservation and for its document.
     *
     * @param nothingElse whether nobody has confirmed what was not in the books, so that nothing else is
     */
    public void requireBooked(Books books, boolean nothingElse, Lost lost) {
        Map<BusinessNumber, Fate> fates = fates();
        for (Books.Row row : books.rows()) {
            Fate fate = fates.remove(row.number());
            boolean right = fate != null
                    && fate.event == LedgerEvent.CONFIRM
                    && isNamedAfter(fate.reservation, row.reservation())
                    && fate.key.equals(row.keyed() ? Optional.of(row.document()) : Optional.empty());
            if (!right && !lost.leavesOpen(row.number(), fate)) {
                throw broken("the books have %s, and the ledger tells %s".formatted(row, fate));
            }
        }
        if (nothingElse) {
            fates.forEach((number, fate) -> {
                if (fate.event == LedgerEvent.CONFIRM) {
                    throw broken("the books do not have %s, and the ledger tells %s".formatted(number, fate));
                }
            });
        }
    }

    /** Returns what was last told of each number: of the present period, where an entry does not tell another one. */
    private Map<BusinessNumber, Fate> fates() {
        Map<BusinessNumber, Fate> fates = new HashMap<>();
        Optional<Period> present = Optional.empty();
        for (LedgerEntry entry : copy) {
            Posting posting = entry.posting();
            boolean reserves = posting.event() == LedgerEvent.RESERVE;
            Optional<Period> period =
                    posting.period().isPresent() ? posting.period().map(Period::parse) : present;
            switch (posting.event()) {
                case TURN -> present = period;
                case RESERVE, CONFIRM, CANCEL, EXPIRE, VOID -> {
                    for (NumberRange run : posting.numbers()) {
                        for (long number = run.from(); number <= run.to(); number++) {
                            BusinessNumber told = new BusinessNumber(period, number);
                            Fate before = fates.get(told);
                            Optional<String> key = reserves || before == null ? posting.key() : before.key;
                            fates.put(
                                    told,
                                    new Fate(
                                            posting.event(),
                                            posting.reservation().orElseThrow(),
                                            key,
                                            posting.reason()));
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
