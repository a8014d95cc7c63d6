package io.snowkeeper.cli.recover;

import io.snowkeeper.coordinator.progress.SequenceProgress;
import io.snowkeeper.core.business.Period;
import io.snowkeeper.core.sequence.AtExpiry;
import io.snowkeeper.core.sequence.PendingReservation;
import io.snowkeeper.node.NodeFailedException;
import io.snowkeeper.sequences.fleet.RestoredSequence;
import io.snowkeeper.sequences.ledger.audit.Books;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** The evidence of how far a sequence had come: nodes' notes, and the operator's data. */
final class Evidence {

    private final RestoredSequence sequence;
    private final Set<String> sources;
    private final Map<Optional<Period>, Books> books = new HashMap<>();
    private @Nullable SequenceProgress furthest;
    private boolean given;

    /** The books and the ledger that the operator gave. */
    private final Set<String> offered = new TreeSet<>();

    /** Numbers that the sequence has not, of those that an operator says were handed out. */
    private final Set<Long> foreign = new TreeSet<>();

    Evidence(RestoredSequence sequence) {
        this.sequence = sequence;
        this.sources = new TreeSet<>(sequence.nodes());
        this.furthest = sequence.noted().orElse(null);
    }

    RestoredSequence sequence() {
        return sequence;
    }

    /** Returns the sources of the evidence. */
    Set<String> sources() {
        return sources;
    }

    /**
     * Returns whether it is known how far it had come: from the operator, or from the notes of all nodes, at least one
     * of which covers it.
     *
     * @param silent the nodes without notes
     */
    boolean isKnown(Set<String> silent) {
        return given || (silent.isEmpty() && !sources.isEmpty());
    }

    /**
     * Returns why what the operator gave does not show how far it had come, if it does not.
     *
     * @param silent the nodes without notes
     */
    Optional<String> shortfall(Set<String> silent) {
        return isKnown(silent) || offered.isEmpty()
                ? Optional.empty()
                : Optional.of("how far it had come since the backup does not follow from its %s; give --next"
                        .formatted(String.join(" and ", offered)));
    }

    /** Returns how far it had come, as far as that is known. */
    SequenceProgress reached() {
        return furthest == null ? sequence.present() : furthest;
    }

    OptionalLong goesOnAt() {
        return sequence.nextAfter(reached());
    }

    /**
     * Adds books.
     *
     * @param ofPeriod of which period's numbers they are; empty for those of the one that is due, or if there are none
     * @throws IllegalArgumentException if the sequence has no such periods
     */
    void addBooks(Optional<String> ofPeriod, Books given) {
        Optional<Period> period = ofPeriod.map(Period::parse).or(sequence::due);
        if (!period.map(Period::length).equals(sequence.due().map(Period::length))) {
            throw new IllegalArgumentException(
                    "must be a period of the sequence: books=%s@%s".formatted(sequence.name(), ofPeriod.orElse("")));
        }
        books.put(period, given);
        if (period.equals(sequence.due())) {
            offered.add("books");
            given.numbers().forEach(number -> addNews("books", through(number)));
        }
    }

    void addLedger(Path copy) throws NodeFailedException {
        offered.add("ledger");
        LedgerCopy.read(copy, (period, numbers) -> {
            Optional<SequenceProgress> reached = through(numbers.to());
            if (period.isEmpty() && sequence.due().isPresent()) {
                // It is of an unknown period, which may be the one that is due, or an earlier one.
                add(reached);
            } else {
                addNews("ledger", reached.map(of -> period.map(of::inPeriod).orElse(of)));
            }
        });
    }

    /** @throws IllegalArgumentException if it is no number of the sequence */
    void addNext(long number) {
        give("--next");
        add(Optional.of(sequence.before(number)
                .orElseThrow(() -> new IllegalArgumentException(
                        "must be a number of the sequence: next=%s=%s".formatted(sequence.name(), number)))));
    }

    private Optional<SequenceProgress> through(long number) {
        Optional<SequenceProgress> reached = sequence.through(number);
        if (reached.isEmpty()) {
            foreign.add(number);
        }
        return reached;
    }

    private void give(String source) {
        sources.add(source);
        given = true;
    }

    private void addNews(String source, Optional<SequenceProgress> other) {
        add(other);
        if (other.filter(this::isEvidence).isPresent()) {
            give(source);
        }
    }

    /**
     * Returns whether a progress shows how far the period that is due had come. One that is no further than the backup
     * may be as old, and lacks the numbers handed out since, unless none was left.
     */
    private boolean isEvidence(SequenceProgress progress) {
        return Objects.equals(
                        progress.period(), sequence.due().map(Period::text).orElse(null))
                && (progress.isFurtherThan(sequence.present()) || progress.taken() >= sequence.total());
    }

    private void add(Optional<SequenceProgress> other) {
        if (other.isPresent() && (furthest == null || other.get().isFurtherThan(furthest))) {
            furthest = other.get();
        }
    }

    /** Returns why it must not go on as it is, even if the operator recovers other sequences. */
    List<String> contradictions() {
        List<String> all = new ArrayList<>();
        long total = sequence.total();
        if (reached().taken() > total) {
            all.add(
                    "%s of its numbers were taken, but its ranges have %s: append the ranges that were appended since the backup"
                            .formatted(reached().taken(), total));
        }
        if (!foreign.isEmpty()) {
            all.add(
                    "%s numbers that were handed out are not in its ranges, the first is %s: append the ranges that were appended since the backup, or leave the numbers out"
                            .formatted(foreign.size(), foreign.iterator().next()));
        }
        if (sequence.namesake().isPresent() && !given) {
            all.add(
                    "%s numbers of another sequence of this name were taken: give --next, the number from which this one goes on"
                            .formatted(sequence.namesake().get().taken()));
        }
        return all;
    }

    /**
     * Returns whether all numbers of a reservation are in the books of its period, as its own. They may have come back
     * since the backup, and belong to another document there: because their time was up, which never happens to held
     * ones; or because they were given back, and then they are not confirmed. A document that is not the reservation's
     * key is another one's.
     */
    boolean isBooked(PendingReservation reservation) {
        Books given = books.get(reservation.period());
        return given != null
                && reservation.numbers().stream()
                        .flatMapToLong(run -> LongStream.rangeClosed(run.from(), run.to()))
                        .allMatch(number -> given.have(number) && isOwn(given, number, reservation));
    }

    private boolean isOwn(Books given, long number, PendingReservation reservation) {
        return reservation
                .key()
                .filter(key -> given.haveDocument(number))
                .map(key -> given.have(number, key))
                .orElseGet(() -> sequence.description().definition().options().atExpiry() == AtExpiry.HOLD);
    }
}
