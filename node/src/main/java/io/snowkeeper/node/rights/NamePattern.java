package io.snowkeeper.node.rights;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.core.sequence.SequenceName;

/**
 * A pattern of sequences' names: {@code invoices} is that one, {@code policies.*} those that begin so, {@code *} all.
 *
 * @param start the name, or the prefix of names
 * @param open whether anything may follow
 */
record NamePattern(String start, boolean open) {

    private static final String ANY = "*";

    NamePattern {
        requireNonNull(start);
    }

    /** @throws IllegalArgumentException if it is none */
    static NamePattern parse(String text) {
        boolean open = text.endsWith(ANY);
        String start = open ? text.substring(0, text.length() - 1) : text;
        if (!(open && start.isEmpty()) && !SequenceName.isValid(start)) {
            throw new IllegalArgumentException(
                    "a pattern must be a sequence's name, the beginning of names and *, or *: " + text);
        }
        return new NamePattern(start, open);
    }

    boolean matches(String name) {
        return open ? name.startsWith(start) : name.equals(start);
    }

    boolean matchesAll() {
        return open && start.isEmpty();
    }
}
