package io.snowkeeper.testkit.oracle;

import io.snowkeeper.core.business.BusinessNumber;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a gapless sequence's ledger, number by number. Once all is settled, it has each number of the books
 * confirmed, by the books' reservation and for their document; an acknowledged confirmation stays. Not thread-safe.
 */
public final class LedgerFates {

    private static final String RESERVE = "reserve";
    private static final String VOID = "void";

    private final String sequence;
    private final Consumer<String> broken;
    private final Map<BusinessNumber, Fate> fates = new HashMap<>();
    private long voided;

    /** @param broken gets each breach; it may throw */
    public LedgerFates(String sequence, Consumer<String> broken) {
        this.sequence = sequence;
        this.broken = broken;
    }

    /**
     * The last event of a number.
     *
     * @param event as the ledger writes it for people
     * @param reservation of which reservation, counted in the sequence
     * @param key the key of the reservation
     * @param reason why it is void, if a reason was given
     */
    public record Fate(String event, long reservation, Optional<String> key, Optional<String> reason) {

        /** Returns whether an operator has made it void, since its fate in lost data was unknown. */
        public boolean isRestored() {
            return event.equals(VOID) && reason.equals(Optional.of("restored"));
        }

        public boolean isConfirmed() {
            return event.equals("confirm");
        }

        /** A name ends with the reservation's number, and letters of the writer that made it; the ledger has the number alone. */
        private boolean isNamed(String name) {
            return name.matches("[0-9a-z]+-" + reservation + "(-[0-9a-z]+)?");
        }

        private boolean isRightFor(Books.Row row) {
            return isConfirmed()
                    && isNamed(row.reservation())
                    && key.equals(row.keyed() ? Optional.of(row.document()) : Optional.empty());
        }
    }

    /** Takes the next entry about a number: it is of the key that its reservation was made with. */
    public void follow(BusinessNumber number, Fate entry) {
        Fate before = fates.get(number);
        Optional<String> key = before == null || entry.event.equals(RESERVE) || before.reservation != entry.reservation
                ? entry.key
                : before.key;
        fates.put(number, new Fate(entry.event, entry.reservation, key, entry.reason));
        voided += entry.event.equals(VOID) ? 1 : 0;
    }

    /** Requires that every number is confirmed, void or put back. */
    public void requireNothingPending() {
        fates.forEach((number, fate) -> {
            if (fate.event.equals(RESERVE)) {
                report("%s is still pending: %s".formatted(number, fate));
            }
        });
    }

    /** Requires that each number of a sequence without periods that a client got confirmed is. */
    public void requireConfirmed(Iterable<Long> numbers) {
        for (long number : numbers) {
            Fate fate = fates.get(BusinessNumber.of(number));
            if (fate == null || !fate.isConfirmed()) {
                report("%s was confirmed, and the ledger tells %s".formatted(number, fate));
            }
        }
    }

    /**
     * Compares with the books, once all is settled: each of their numbers is confirmed in its period, by its
     * reservation and for its document.
     *
     * @param nothingElse whether only numbers of the books were confirmed, so that nothing else is
     * @param lost whether restored older data leave open a row's fate in the ledger, null if it has none
     */
    public void requireBooked(Books books, boolean nothingElse, BiPredicate<Books.Row, @Nullable Fate> lost) {
        Map<BusinessNumber, Fate> others = new HashMap<>(fates);
        for (Books.Row row : books.rows()) {
            Fate fate = others.remove(row.number());
            if ((fate == null || !fate.isRightFor(row)) && !lost.test(row, fate)) {
                report("the books have %s, and the ledger tells %s".formatted(row, fate));
            }
        }
        if (nothingElse) {
            others.forEach((number, fate) -> {
                if (fate.isConfirmed()) {
                    report("the books do not have %s, and the ledger tells %s".formatted(number, fate));
                }
            });
        }
    }

    /** Returns the numbers of a sequence without periods that are void since older data were put back. */
    public Set<Long> restored() {
        return fates.entrySet().stream()
                .filter(number -> number.getValue().isRestored())
                .map(number -> number.getKey().number())
                .collect(Collectors.toSet());
    }

    /** Returns how often a number was made void. */
    public long voidCount() {
        return voided;
    }

    private void report(String what) {
        broken.accept("ledger of sequence %s: %s".formatted(sequence, what));
    }
}
