package io.snowkeeper.node.redis;

import java.util.Locale;

/** An error of a command as Redis words it. Has no stack trace: it is about the client's input. */
final class CommandException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String prefix;

    CommandException(String text) {
        this("ERR", text);
    }

    /** @param prefix the word by which clients distinguish kinds of errors */
    CommandException(String prefix, String text) {
        super(text, null, false, false);
        this.prefix = prefix;
    }

    static CommandException wrongNumber(String command) {
        return new CommandException(
                "wrong number of arguments for '%s' command".formatted(command.toLowerCase(Locale.ROOT)));
    }

    static CommandException noInteger() {
        return new CommandException("value is not an integer or out of range");
    }

    String prefix() {
        return prefix;
    }

    String text() {
        return String.valueOf(getMessage());
    }
}
