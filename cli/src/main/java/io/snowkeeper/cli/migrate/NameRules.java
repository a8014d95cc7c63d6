package io.snowkeeper.cli.migrate;

import java.util.List;

/**
 * The rules by which a key becomes the name of a sequence: texts that are replaced by others, one rule after the other.
 * Without one, the name is the key.
 *
 * @param rules in their order
 */
record NameRules(List<Rule> rules) {

    NameRules {
        rules = List.copyOf(rules);
    }

    /** A text that is replaced by another one, wherever it is. */
    record Rule(String from, String to) {

        /**
         * Reads {@code FROM=TO}. The last {@code =} parts the two, since no name has one.
         *
         * @throws IllegalArgumentException if it is not of this form
         */
        static Rule parse(String text) {
            int equals = text.lastIndexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException(
                        "must be FROM=TO, such as /=: where FROM is not empty: replace=" + text);
            }
            return new Rule(text.substring(0, equals), text.substring(equals + 1));
        }
    }

    /** Returns a key's name, which may be no name of a sequence. */
    String apply(String key) {
        String name = key;
        for (Rule rule : rules) {
            name = name.replace(rule.from(), rule.to());
        }
        return name;
    }
}
