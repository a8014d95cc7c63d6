package io.snowkeeper.core.sequence;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** A reader of the fields that a {@link FieldWriter} has written. Its methods fail if a field is not of their kind. */
public interface FieldReader {

    /** Returns a whole number. */
    long number(String key);

    /** Returns a whole number, empty if it is null. */
    OptionalLong optionalNumber(String key);

    /** Returns a whole number, empty if there is none, or null. */
    OptionalLong numberIfGiven(String key);

    /** Returns a text. */
    String text(String key);

    /** Returns a text, empty if it is null. */
    Optional<String> optionalText(String key);

    /** Returns a text, empty if there is none, or null. */
    Optional<String> textIfGiven(String key);

    /** Returns a list of whole numbers. */
    long[] numbers(String key);

    /** Returns a list of texts. */
    List<String> texts(String key);

    /** Returns a list of objects. */
    List<? extends FieldReader> objects(String key);

    /**
     * Returns ranges.
     *
     * @throws InvalidSequenceException if they are none
     */
    default List<NumberRange> ranges() {
        long[] from = numbers("from");
        long[] to = numbers("to");
        if (from.length != to.length) {
            throw new InvalidSequenceException("from and to must have as many numbers");
        }
        List<NumberRange> ranges = new ArrayList<>(from.length);
        for (int i = 0; i < from.length; i++) {
            ranges.add(new NumberRange(from[i], to[i]));
        }
        return ranges;
    }
}
