package io.snowkeeper.node.service.message;

import io.snowkeeper.core.ErrorCode;

/**
 * The form of ids in an answer.
 *
 * @param prefix of public ids, empty for none
 */
public record IdForm(Name name, String prefix) {

    /** The fleet's own form, which is the default. */
    public static final IdForm PLAIN = new IdForm(Name.PLAIN, "");

    /** How many ids of other forms a request may ask for: a public one takes as long as some hundred ids. */
    private static final int MAX_COUNT = 1000;

    /** The name of a form. */
    public enum Name {
        /** As the fleet makes them. */
        PLAIN,
        /** With their bits in reversed order. */
        REVERSED,
        /** As the fleet makes them, with an encrypted text of each. */
        PUBLIC
    }

    private static final Name[] NAMES = Name.values();

    /** A public id shows that it is one. */
    private static final Name[] OF_GIVEN = {Name.PLAIN, Name.REVERSED};

    /** Reads the form of as many ids. */
    static IdForm of(RequestFields fields, int count) {
        Name name = fields.choice(RequestKey.FORM, NAMES);
        if (name == Name.PLAIN) {
            fields.requireNone("prefix is for public ids and UUIDs", RequestKey.PREFIX);
            return PLAIN;
        }
        requireFew(count);
        if (name == Name.PUBLIC) {
            return new IdForm(name, fields.prefix().orElse(""));
        }
        fields.requireNone(
                "an id with reversed bits has no prefix, and comes after no other one",
                RequestKey.PREFIX,
                RequestKey.AFTER);
        return new IdForm(name, "");
    }

    /** Refuses to make more ids of a form, or TypeIDs, at once than an event loop has the time for. */
    static void requireFew(int count) {
        if (count > MAX_COUNT) {
            throw new RequestRefusedException(
                    ErrorCode.MALFORMED_REQUEST,
                    "count must be at most %s with form or prefix: count=%s".formatted(MAX_COUNT, count));
        }
    }

    /** Reads the name of the form of an id that is given. */
    static Name ofGiven(RequestFields fields) {
        return fields.choice(RequestKey.FORM, OF_GIVEN);
    }
}
