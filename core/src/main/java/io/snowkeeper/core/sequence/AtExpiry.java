package io.snowkeeper.core.sequence;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The fate of a gapless sequence's reservation that is neither confirmed nor cancelled when its time is up. */
public enum AtExpiry {
    /** The reservation never expires. The same key returns its numbers again; an operator settles it. */
    HOLD,

    /**
     * Its numbers are handed out again. A client that books a number without confirming it will find it booked twice.
     */
    RETURN;

    /** Returns the value that is written so, empty if there is none. */
    public static Optional<AtExpiry> of(String text) {
        return Stream.of(values()).filter(value -> value.text().equals(text)).findFirst();
    }

    /** Returns the value as it is written. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
