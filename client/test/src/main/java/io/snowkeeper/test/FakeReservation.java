package io.snowkeeper.test;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A reservation of numbers, and its fate. Not thread-safe. */
final class FakeReservation {

    /** The fate of a reservation. */
    enum Fate {
        PENDING(""),
        CONFIRMED("it was confirmed before"),
        CANCELLED("it was cancelled before, and its numbers were put back"),
        EXPIRED("its time was up, and its numbers were put back");

        private final String text;

        Fate(String text) {
            this.text = text;
        }

        String text() {
            return text;
        }
    }

    private final List<Long> numbers;
    private final @Nullable String key;
    private final Instant end;
    private Fate fate = Fate.PENDING;

    /** @param end when its time is up */
    FakeReservation(List<Long> numbers, @Nullable String key, Instant end) {
        this.numbers = numbers;
        this.key = key;
        this.end = end;
    }

    List<Long> numbers() {
        return numbers;
    }

    /** Returns the key that they were asked for with, null if with none. */
    @Nullable
    String key() {
        return key;
    }

    Fate fate() {
        return fate;
    }

    boolean isPending() {
        return fate == Fate.PENDING;
    }

    boolean isOverdue(Instant now) {
        return isPending() && !now.isBefore(end);
    }

    void settle(Fate settled) {
        fate = settled;
    }
}
