package io.snowkeeper.sequences.ledger.audit;

import io.snowkeeper.core.business.Period;
import io.snowkeeper.core.sequence.LedgerBalance;
import io.snowkeeper.sequences.ledger.InvalidLedgerException;
import io.snowkeeper.sequences.ledger.LedgerEntry;
import io.snowkeeper.sequences.ledger.LedgerEvent;
import io.snowkeeper.sequences.ledger.Posting;
import io.snowkeeper.sequences.ledger.audit.NumberAudit.NumberTotals;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An audit of a ledger, which takes its entries one after the other from the first one on, from any place where they
 * are kept. It proves that every number that was taken is confirmed, void, pending or returned, one of these and once
 * in each period, that periods follow each other, that a key got the same number as long as it was known, and that the
 * chain of entries is whole. Only the sequence's state, or the last entry's known hash, proves that no entry is missing
 * at the end, and that the last one's time is right. Not thread-safe.
 */
public final class LedgerAudit {

    /** The most findings in a report. */
    public static final int MAX_FINDINGS = 1000;

    private static final Pattern FORMER = Pattern.compile(" former=(\\d+) former_hash=([0-9a-f]{64})(?: |$)");

    private final AuditFindings findings = new AuditFindings();
    private final AuditFindings remarks = new AuditFindings();
    private final ChainAudit chain = new ChainAudit(findings);
    private final KeyAudit keys = new KeyAudit(findings, remarks);
    private final @Nullable BooksAudit books;
    private final @Nullable Period period;
    private final Map<String, NumberAudit> periods = new LinkedHashMap<>();
    private NumberAudit numbers = new NumberAudit(findings);
    private @Nullable Posting first;
    private long seen;

    /** Makes an audit that does not compare with books. */
    public LedgerAudit() {
        this(null, null);
    }

    /**
     * Makes an audit that compares confirmed numbers with books.
     *
     * @param books the books of a period, or of a sequence without
     * @param period which period the books are of; the last one if it is null
     */
    public LedgerAudit(@Nullable Books books, @Nullable Period period) {
        this.books = books == null ? null : new BooksAudit(books);
        this.period = period;
    }

    /** Takes the next entry. */
    public void accept(LedgerEntry entry) {
        if (first == null) {
            first = entry.posting();
            first.reason().ifPresent(this::remarkFormer);
        }
        requirePlace(entry);
        seen++;
        chain.accept(entry);
        if (entry.posting().event() == LedgerEvent.TURN) {
            turn(entry);
        } else {
            NumberAudit found = numbersOf(entry);
            found.accept(entry);
            Optional<String> key = keys.accept(entry);
            if (books != null && key.isPresent() && isBooked(found)) {
                books.confirm(entry, key.get());
            }
        }
    }

    /** A sequence that was made anew under a name looks like any other, and the documents of the former one are not in it. */
    private void remarkFormer(String told) {
        Matcher former = FORMER.matcher(told);
        if (former.find()) {
            remarks.add(
                    1,
                    "the name had %s sequences before, the last one's ledger ended with the hash %s"
                            .formatted(former.group(1), former.group(2)));
        }
    }

    private void turn(LedgerEntry entry) {
        Posting posting = entry.posting();
        if (!posting.reason().equals(numbers.end())) {
            findings.add(
                    entry.entry(),
                    "it says of the period before \"%s\", and the ledger comes to \"%s\""
                            .formatted(
                                    posting.reason().orElse(""), numbers.end().orElse("")));
        }
        Period next = posting.period().map(Period::parse).orElseThrow();
        Period present = numbers.period();
        if (next.equals(present)) {
            findings.add(entry.entry(), "period %s begins, and has begun before".formatted(next.text()));
        } else if (present != null && next.compareTo(present) < 0) {
            remarks.add(entry.entry(), "period %s was turned back to %s".formatted(present.text(), next.text()));
        }
        if (books != null && period == null) {
            books.forget();
        }
        NumberAudit former = periods.get(next.text());
        numbers = former == null ? numbers.next(next) : former.again(numbers);
        periods.put(next.text(), numbers);
    }

    /** Numbers belong to the present period, unless the entry names another one. */
    private NumberAudit numbersOf(LedgerEntry entry) {
        Optional<String> told = entry.posting().period();
        NumberAudit found = told.map(periods::get).orElse(numbers);
        if (told.isPresent() && !periods.containsKey(told.get())) {
            findings.add(entry.entry(), "period %s has not begun".formatted(told.get()));
        } else if (found != numbers && !entry.posting().event().settles()) {
            findings.add(
                    entry.entry(),
                    "%s of period %s, which has ended"
                            .formatted(entry.posting().event().text(), told.orElseThrow()));
        }
        return found;
    }

    /** Takes note of a text that should be an entry, and is none. */
    public void unreadable(String where, InvalidLedgerException problem) {
        findings.add(0, "%s: %s".formatted(where, problem.getMessage()));
    }

    /** A ledger's first event occurs nowhere else: numbers would enter it without having been handed out. */
    private void requirePlace(LedgerEntry entry) {
        LedgerEvent event = entry.posting().event();
        boolean begins = event == LedgerEvent.CREATE;
        if (entry.entry() == 1 && !begins) {
            findings.add(1, "a ledger begins by create, and not by " + event.text());
        } else if (entry.entry() > 1 && begins) {
            findings.add(entry.entry(), event.text() + " is at the beginning of a ledger, and nowhere else");
        }
    }

    /** Compares the hash of the last entry with the expected one, the only proof that no entry is missing behind it. */
    public void requireEnd(String hash) {
        if (!hash.equals(chain.hash())) {
            findings.add(
                    chain.last(),
                    "its hash is %s, and the last one must have %s: entries after it are missing, or it goes on too far"
                            .formatted(chain.hash(), hash));
        }
    }

    /** Returns the last entry that was in its place, 0 if there was none. */
    public long last() {
        return chain.last();
    }

    /**
     * Ends the audit.
     *
     * @param balance how the sequence stood after the last entry; empty if that is not at hand, so that an end that was cut off is not
     *     found
     */
    public AuditReport report(Optional<LedgerBalance> balance) {
        balance.ifPresent(this::compare);
        if (books != null) {
            compare(books);
        }
        NumberTotals totals = all().map(NumberAudit::totals).reduce(NumberTotals.NONE, NumberTotals::plus);
        return new AuditReport(
                seen,
                chain.hash(),
                totals.taken(),
                totals.confirmed(),
                totals.voided(),
                totals.pending(),
                totals.returned(),
                findings.first(),
                findings.count(),
                remarks.first(),
                remarks.count());
    }

    /** Books cover the last period, unless another one is named. */
    private boolean isBooked(NumberAudit found) {
        return period == null ? found == numbers : period.equals(found.period());
    }

    private void compare(BooksAudit booked) {
        all().filter(this::isBooked)
                .findFirst()
                .ifPresentOrElse(
                        ledger -> booked.compare(ledger, findings),
                        () -> findings.add(
                                0,
                                "the books are of period %s, which has not begun"
                                        .formatted(Optional.ofNullable(period)
                                                .map(Period::text)
                                                .orElse("none"))));
    }

    private void compare(LedgerBalance balance) {
        chain.compare(balance);
        if (first != null) {
            String reason = first.reason().orElse("");
            if (!(reason + " ").startsWith(balance.identity() + " ")) {
                findings.add(1, "it is the ledger of %s, and not of %s".formatted(reason, balance.identity()));
            }
        }
        if (chain.last() == balance.entries()) {
            comparePeriod(balance);
            numbers.compare(balance, all().mapToLong(NumberAudit::reservations).sum());
        }
    }

    private void comparePeriod(LedgerBalance balance) {
        Optional<String> present = Optional.ofNullable(numbers.period()).map(Period::text);
        if (balance.period().isPresent() && !balance.period().equals(present)) {
            findings.add(
                    0,
                    "the ledger comes to period %s, and the sequence is in %s"
                            .formatted(present.orElse("none"), balance.period().get()));
        }
    }

    private Stream<NumberAudit> all() {
        return periods.isEmpty() ? Stream.of(numbers) : periods.values().stream();
    }
}
