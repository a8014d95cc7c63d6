package io.snowkeeper.test;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.core.ErrorCode;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.core.api.NumberSequence;
import io.snowkeeper.core.api.OutcomeUnknownException;
import io.snowkeeper.core.api.RefusedException;
import io.snowkeeper.core.api.SequenceNumbers;
import io.snowkeeper.core.api.UnavailableException;
import io.snowkeeper.core.business.BusinessNumber;
import io.snowkeeper.core.sequence.AtExpiry;
import io.snowkeeper.core.sequence.InvalidSequenceException;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceName;
import io.snowkeeper.core.sequence.SequenceOptions;
import io.snowkeeper.test.FakeReservation.Fate;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A sequence in memory with the visible behaviour of one that a single node serves: keys, reservations that are
 * confirmed, cancelled or whose time is up, ranges that are used up. {@link #faults} has calls fail. Thread-safe.
 *
 * <p>In block mode numbers count up, as on one node; blocks of several nodes and their loss are not played.
 */
public final class FakeNumberSequence implements NumberSequence {

    /** No more numbers are given at once where each has a text. */
    private static final int MAX_TEXTS = 1_000;

    private final String name;
    private final SequenceMode mode;
    private final SequenceOptions options;
    private final InstantSource clock;
    private final Faults faults = new Faults();
    private final FreeNumbers free;
    private final Map<String, FakeKey> keys = new HashMap<>();
    private final Map<String, FakeReservation> reservations = new HashMap<>();

    /**
     * Makes a sequence with the options that are the default, and the system's clock.
     *
     * @throws IllegalArgumentException if the name is none
     */
    public FakeNumberSequence(String name, SequenceMode mode, NumberRange range) {
        this(name, mode, range, SequenceOptions.defaultOf(mode), InstantSource.system());
    }

    /**
     * @param options those for keys and reservations count, and the format; there are no blocks and no periods here
     * @param clock ends keys and reservations
     * @throws IllegalArgumentException if the name is none
     * @throws InvalidSequenceException if the format has a date: numbers have no period here
     */
    public FakeNumberSequence(
            String name, SequenceMode mode, NumberRange range, SequenceOptions options, InstantSource clock) {
        this(name, mode, range, 1, options, clock);
    }

    /**
     * Makes a sequence whose numbers are a step apart, as {@link #FakeNumberSequence(String, SequenceMode, NumberRange, SequenceOptions,
     * InstantSource)} does.
     *
     * @param step how far each number of the range is from the one before, from 1
     * @throws InvalidSequenceException if the step is none, passes over the range's end, or is not 1 and the mode is gapless
     */
    public FakeNumberSequence(
            String name,
            SequenceMode mode,
            NumberRange range,
            long step,
            SequenceOptions options,
            InstantSource clock) {
        this.name = SequenceName.require(name);
        this.mode = requireNonNull(mode);
        this.options = requireNonNull(options);
        options.requireFormatOf(Optional.empty());
        this.clock = requireNonNull(clock);
        if (mode == SequenceMode.GAPLESS && step != 1) {
            throw new InvalidSequenceException("a gapless sequence counts by ones: step=" + step);
        }
        this.free = new FreeNumbers(step);
        free.append(range);
    }

    /** Returns the faults of the next calls. */
    public Faults faults() {
        return faults;
    }

    /**
     * Adds a range, to be used when those before it are used up.
     *
     * @throws IllegalArgumentException if it overlaps one that is there
     * @throws InvalidSequenceException if the sequence's step passes over one of its ends
     */
    public synchronized void append(NumberRange range) {
        free.append(range);
    }

    /** Returns how many numbers are left, those that came back among them. */
    public synchronized long remaining() {
        endWhatIsOverdue();
        return free.size();
    }

    /** Returns the numbers that are reserved now, neither confirmed nor back. */
    public synchronized List<Long> pending() {
        endWhatIsOverdue();
        return numbers(Fate.PENDING);
    }

    /** Returns the numbers that were confirmed. */
    public synchronized List<Long> confirmed() {
        return numbers(Fate.CONFIRMED);
    }

    private List<Long> numbers(Fate fate) {
        TreeSet<Long> numbers = new TreeSet<>();
        for (FakeReservation reservation : reservations.values()) {
            if (reservation.fate() == fate) {
                numbers.addAll(reservation.numbers());
            }
        }
        return List.copyOf(numbers);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public SequenceNumbers next(int count) {
        CallArguments.requireCount(count);
        boolean lost = faults.meet();
        SequenceNumbers numbers = take(count, null);
        if (lost) {
            throw OutcomeUnknownException.ofNumbers(name, "the test has lost the answer", Optional.empty());
        }
        return numbers;
    }

    @Override
    public SequenceNumbers next(int count, String key) {
        CallArguments.requireCount(count);
        CallArguments.requireKey(key);
        return answer(() -> take(count, key));
    }

    @Override
    public void confirm(String reservation) {
        CallArguments.requireReservation(reservation);
        var unused = answer(() -> settle(reservation, Fate.CONFIRMED));
    }

    @Override
    public void cancel(String reservation) {
        CallArguments.requireReservation(reservation);
        var unused = answer(() -> settle(reservation, Fate.CANCELLED));
    }

    private <T> T answer(Supplier<T> work) {
        boolean lost = faults.meet();
        T answer = work.get();
        if (lost) {
            throw Faults.lost();
        }
        return answer;
    }

    private synchronized SequenceNumbers take(int count, @Nullable String key) {
        Instant now = endWhatIsOverdue();
        FakeKey known = key == null ? null : keys.get(key);
        if (known != null) {
            return known(count, known);
        }
        requireRoom(key);
        if (options.format().isPresent() && count > MAX_TEXTS) {
            throw refused(
                    ErrorCode.MALFORMED_REQUEST,
                    "at most %s numbers of a sequence with a format are given at once; ask for fewer, more often: sequence=%s, count=%s"
                            .formatted(MAX_TEXTS, name, count));
        }
        if (free.size() < count) {
            throw refused(
                    ErrorCode.PRECONDITION_FAILED,
                    "sequence %s is used up: %s numbers are left; append a range".formatted(name, free.size()));
        }
        List<Long> taken = free.take(count);
        Optional<String> reservation =
                mode == SequenceMode.GAPLESS ? Optional.of(reserve(taken, key, now)) : Optional.empty();
        SequenceNumbers numbers = new SequenceNumbers(taken, reservation, texts(taken), Optional.empty());
        if (key != null) {
            keys.put(key, new FakeKey(numbers, now.plus(options.keyRetention())));
        }
        return numbers;
    }

    private List<String> texts(List<Long> numbers) {
        return options.format()
                .map(format -> numbers.stream()
                        .map(number -> format.format(BusinessNumber.of(number)))
                        .toList())
                .orElse(List.of());
    }

    private SequenceNumbers known(int count, FakeKey known) {
        if (known.numbers().numbers().size() != count) {
            throw refused(
                    ErrorCode.PRECONDITION_FAILED,
                    "the key was used before to ask for another count; ask with count=%s, or with another key: sequence=%s, count=%s"
                            .formatted(known.numbers().numbers().size(), name, count));
        }
        return known.numbers();
    }

    private void requireRoom(@Nullable String key) {
        long pending = reservations.values().stream()
                .filter(FakeReservation::isPending)
                .count();
        if (mode == SequenceMode.GAPLESS && pending >= options.maxPending()) {
            throw full(key, "sequence %s has %s unconfirmed reservations, its limit".formatted(name, pending));
        }
        if (key != null && keys.size() >= options.maxKeys()) {
            throw full(key, "sequence %s knows %s keys, its limit".formatted(name, keys.size()));
        }
    }

    /** An error 11 does not say whether numbers were taken, so a call that is not repeated cannot know. */
    private RuntimeException full(@Nullable String key, String problem) {
        Optional<UnavailableReason> reason = Optional.of(UnavailableReason.SEQUENCE_FULL);
        return key == null
                ? OutcomeUnknownException.ofNumbers(name, problem, reason)
                : new UnavailableException(problem, reason);
    }

    private String reserve(List<Long> numbers, @Nullable String key, Instant now) {
        String reservation = "fake-" + reservations.size();
        reservations.put(reservation, new FakeReservation(numbers, key, now.plus(options.reservationTime())));
        return reservation;
    }

    private synchronized boolean settle(String text, Fate wanted) {
        if (mode != SequenceMode.GAPLESS) {
            throw refused(
                    ErrorCode.PRECONDITION_FAILED,
                    "only numbers of gapless sequences are confirmed or cancelled: sequence=%s, mode=%s"
                            .formatted(name, mode.text()));
        }
        endWhatIsOverdue();
        FakeReservation reservation = reservations.get(text);
        if (reservation == null) {
            throw refused(
                    ErrorCode.KEY_DOES_NOT_EXIST,
                    "there is no such reservation: sequence=%s, reservation=%s".formatted(name, text));
        }
        if (reservation.isPending()) {
            end(reservation, wanted);
        } else if (reservation.fate() != wanted) {
            throw refused(
                    ErrorCode.PRECONDITION_FAILED,
                    "reservation cannot be %s, %s: sequence=%s, reservation=%s"
                            .formatted(
                                    wanted == Fate.CONFIRMED ? "confirmed" : "cancelled",
                                    reservation.fate().text(),
                                    name,
                                    text));
        }
        return true;
    }

    private void end(FakeReservation reservation, Fate fate) {
        reservation.settle(fate);
        if (fate != Fate.CONFIRMED) {
            free.putBack(reservation.numbers());
            keys.remove(reservation.key());
        }
    }

    /** Returns the present time, after which nothing is kept that has ended by then. */
    private Instant endWhatIsOverdue() {
        Instant now = clock.instant();
        for (FakeReservation reservation : reservations.values()) {
            if (options.atExpiry() == AtExpiry.RETURN && reservation.isOverdue(now)) {
                end(reservation, Fate.EXPIRED);
            }
        }
        keys.values().removeIf(key -> !now.isBefore(key.end()) && !isHeld(key));
        return now;
    }

    private boolean isHeld(FakeKey key) {
        return key.numbers()
                .reservation()
                .map(name -> requireNonNull(reservations.get(name)).isPending())
                .orElse(false);
    }

    private static RefusedException refused(ErrorCode code, String text) {
        return new RefusedException("the fake", code.number(), text);
    }
}
