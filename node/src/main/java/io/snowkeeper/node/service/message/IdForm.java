package io.snowkeeper.node.service.message;

import io.snowkeeper.core.ErrorCode;

/**
 * The form of ids in an answer.
 *
 * @param prefix of public ids, empty for none
 */
public record IdForm(Name name, String prefix) {

    /** As the fleet makes them, which is what is answered unless another form is asked for. */
    public static final IdForm PLAIN = new IdForm(Name.PLAIN, "");

    /** How many public ids a request may ask for: each of them takes as long as some hundred ids. */
    private static final int MAX_PUBLIC = 1000;

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

    /** Reads the form of as many ids. */
    static IdForm of(RequestFields fields, int count) {
        Name name = fields.choice(RequestKey.FORM, NAMES);
        if (name != Name.PUBLIC) {
            fields.requireNone("prefix is for public ids", RequestKey.PREFIX);
            return name == Name.PLAIN ? PLAIN : new IdForm(name, "");
        }
        if (count > MAX_PUBLIC) {
            throw new RequestRefusedException(
                    ErrorCode.MALFORMED_REQUEST,
                    "count must be at most %s for public ids: count=%s".formatted(MAX_PUBLIC, count));
        }
        return new IdForm(name, fields.prefix().orElse(""));
    }

    /** Reads the name of the form of an id that is given. */
    static Name ofGiven(RequestFields fields) {
        return fields.choice(RequestKey.FORM, NAMES);
    }
}
