package io.snowkeeper.core.sequence;

import java.util.Locale;

/** What becomes of a gapless sequence's reservation that is neither confirmed nor cancelled when its time is up. */
public enum AtExpiry {
    /** It stays its holder's: no time alone gives its numbers to another. Who asks with its key gets it again; an operator settles it. */
    HOLD,

    /** Its numbers are handed out again. Who has booked one and did not confirm it finds it booked twice. */
    RETURN;

    /**
     * Reads a value as it is written.
     *
     * @throws InvalidSequenceException if it is none
     */
    public static AtExpiry parse(String text) {
        for (AtExpiry value : values()) {
            if (value.text().equals(text)) {
                return value;
            }
        }
        throw new InvalidSequenceException("must be hold or return: at_expiry=" + text);
    }

    /** Returns the value as it is written. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
