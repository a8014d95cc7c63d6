package io.snowkeeper.node.service.message;

import java.util.List;
import java.util.OptionalLong;

/**
 * The fields of a request, as a client sent them. Each method that returns a value refuses the request by a {@link
 * RequestRefusedException} if the value is not what it has to be.
 */
public interface RequestFields {

    /** Returns whether there is a value for the key other than null. */
    boolean has(RequestKey key);

    /** Returns whether the value is the given text. */
    boolean isText(RequestKey key, String text);

    /** Returns a string that is not empty. */
    String text(RequestKey key, int maxLength);

    /** Returns a whole number of a range. */
    int integer(RequestKey key, int min, int max);

    /** Returns a whole number of at least 0. */
    long id(RequestKey key);

    /** Returns any integer of 64 bits, so that whoever knows what it has to be can say so. */
    long number(RequestKey key);

    /** Returns a number as {@link #number} does, empty if there is none. */
    default OptionalLong optionalNumber(RequestKey key) {
        return has(key) ? OptionalLong.of(number(key)) : OptionalLong.empty();
    }

    /** Returns the texts in the array of {@link RequestKey#NODE_IDS}; whatever else it may be is no name of a node. */
    List<String> nodeIds();

    /** Returns the array of {@link RequestKey#IDS}. */
    long[] ids();

    /**
     * Returns the constant whose name is given in small letters, the first one if none is.
     *
     * @param constants at least two
     */
    <E extends Enum<E>> E choice(RequestKey key, E[] constants);

    /** Returns how ids are to be written. */
    default IdFormat format() {
        return choice(RequestKey.FORMAT, IdFormat.values());
    }
}
