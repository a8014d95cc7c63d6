package io.snowkeeper.node.service.message;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * An option with which a node was started.
 *
 * @param name as in a properties file
 * @param value the given value; empty if it is a file, which may hold a secret
 */
public record StartOption(String name, Origin origin, Optional<String> value) {

    /** Where the value of an option is from. */
    public enum Origin {
        COMMAND_LINE("on_command_line"),
        ENVIRONMENT("in_environment"),
        FILE("in_file");

        private final String field;

        Origin(String field) {
            this.field = field;
        }
    }

    public StartOption {
        requireNonNull(name);
        requireNonNull(origin);
        requireNonNull(value);
    }

    /** Returns the name and, where it is known, the value. */
    String text() {
        return value.map(given -> name + "=" + given).orElse(name);
    }

    /** Returns the end of the name of the field with the options that are from there. */
    static String field(Origin origin) {
        return origin.field;
    }
}
