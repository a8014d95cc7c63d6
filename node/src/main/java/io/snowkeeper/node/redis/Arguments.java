package io.snowkeeper.node.redis;

import io.snowkeeper.node.redis.codec.Command;
import io.snowkeeper.node.service.message.FieldValue;
import io.snowkeeper.node.service.message.RequestFields;
import io.snowkeeper.node.service.message.RequestKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The arguments of commands that ask the service, as fields of requests. */
final class Arguments {

    private Arguments() {}

    static RequestFields named(Command command) {
        if (!command.isText(1)) {
            throw new CommandException(
                    "a sequence's name is text, not a serialized object, as Spring's RedisTemplate makes of each key: use StringRedisTemplate");
        }
        return new RequestFields().put(RequestKey.SEQUENCE, word(command, 1));
    }

    /** Returns the first and last numbers from an argument on, two by two, and to another. */
    static List<RequestFields> ranges(Command command, int first, int end) {
        List<RequestFields> ranges = new ArrayList<>();
        for (int i = first; i < end; i += 2) {
            if (i + 1 == end) {
                throw new CommandException(
                        "syntax error: a range has two numbers, from and to: from=" + shown(command, i));
            }
            ranges.add(new RequestFields()
                    .put(RequestKey.FROM, word(command, i))
                    .put(RequestKey.TO, word(command, i + 1)));
        }
        return ranges;
    }

    /** Returns whether a word is a number rather than an option's name. */
    static boolean isNumber(String word) {
        return !word.isEmpty() && (word.charAt(0) == '-' || Character.isDigit(word.charAt(0)));
    }

    static RequestKey option(Command command, int at, List<RequestKey> known) {
        RequestKey option = RequestKey.named(command.word(at).toLowerCase(Locale.ROOT));
        if (option == null || !known.contains(option)) {
            throw unknownOption(
                    command,
                    at,
                    String.join(", ", known.stream().map(RequestKey::text).toList()));
        }
        return option;
    }

    static RequestFields page(RequestFields fields, Command command, int from) {
        for (int i = from; i < command.size(); i += 2) {
            switch (command.word(i)) {
                case "AFTER" -> fields.put(RequestKey.AFTER, value(command, i));
                case "LIMIT" -> fields.put(RequestKey.LIMIT, value(command, i));
                default -> throw unknownOption(command, i, "AFTER and LIMIT");
            }
        }
        return fields;
    }

    /** Returns a text of which no byte is replaced: other keys would become the same one, and get the same numbers. */
    static FieldValue text(Command command, int at, String option) {
        FieldValue unused = value(command, at);
        return asText(command, at + 1, option);
    }

    static FieldValue asText(Command command, int at, String option) {
        if (!command.isText(at)) {
            throw new CommandException(option + " must be UTF-8; send other bytes in hexadecimal digits or Base64");
        }
        return word(command, at);
    }

    static FieldValue word(Command command, int at) {
        return FieldValue.word(command.text(at));
    }

    static FieldValue small(Command command, int at) {
        return FieldValue.word(value(command, at).text().toLowerCase(Locale.ROOT));
    }

    /** Returns the value after an option's name. */
    static FieldValue value(Command command, int at) {
        if (at + 1 == command.size()) {
            throw new CommandException("syntax error: %s needs a value".formatted(shown(command, at)));
        }
        return word(command, at + 1);
    }

    static CommandException unknownOption(Command command, int at, String known) {
        return new CommandException("syntax error: the options are %s: option=%s".formatted(known, shown(command, at)));
    }

    static String shown(Command command, int at) {
        return FieldValue.shown(command.text(at));
    }
}
