package io.snowkeeper.node.redis;

import io.netty.handler.codec.redis.RedisMessage;
import io.snowkeeper.node.redis.codec.Command;
import io.snowkeeper.node.redis.codec.MapMessage;
import io.snowkeeper.node.redis.codec.Messages;
import io.snowkeeper.node.redis.codec.NullMessage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The command {@code COMMAND}: the list of commands, for shells that complete them and clients that look before they
 * send.
 */
final class CommandCommand {

    private CommandCommand() {}

    static RedisMessage answer(Command command, RespSession session) {
        CommandTable commands = session.commands();
        Map<String, CommandTable.Row> rows = commands.rows();
        String subcommand = command.size() == 1 ? "INFO" : command.word(1);
        boolean ofAll = command.size() <= 2;
        return switch (subcommand) {
            case "COUNT" -> Messages.number(rows.size());
            case "LIST" ->
                commands.ofAll(subcommand, () -> array(rows.values().stream().map(row -> Messages.text(nameOf(row)))));
            case "INFO" ->
                ofAll
                        ? commands.ofAll(
                                subcommand, () -> array(rows.values().stream().map(CommandTable.Row::info)))
                        : array(named(command).map(name -> infoOf(rows.get(name))));
            case "DOCS" ->
                ofAll
                        ? commands.ofAll(subcommand, () -> docs(rows.values().stream()))
                        : docs(named(command).map(rows::get).filter(Objects::nonNull));
            default ->
                throw new CommandException(
                        "unknown subcommand '%s'. Try COMMAND COUNT, LIST, INFO or DOCS.".formatted(command.text(1)));
        };
    }

    private static Stream<String> named(Command command) {
        return IntStream.range(2, command.size()).mapToObj(command::word);
    }

    private static RedisMessage infoOf(CommandTable.@Nullable Row row) {
        return row == null ? NullMessage.NULL : row.info();
    }

    private static RedisMessage array(Stream<RedisMessage> elements) {
        return Messages.array(elements.toList());
    }

    /** Returns the description of a command for programs. */
    static RedisMessage info(String name, int arity, boolean keyed) {
        int key = keyed ? 1 : 0;
        return Messages.array(List.of(
                Messages.text(name.toLowerCase(Locale.ROOT)),
                Messages.number(arity),
                Messages.array(List.of(Messages.simple("fast"))),
                Messages.number(key),
                Messages.number(key),
                Messages.number(key),
                Messages.array(List.of()),
                Messages.array(List.of()),
                Messages.array(List.of()),
                Messages.array(List.of())));
    }

    /** Returns the description of a command for people. */
    static RedisMessage docs(String arguments, String summary) {
        return new MapMessage(
                Map.of("summary", Messages.text(arguments.isEmpty() ? summary : summary + ": " + arguments)));
    }

    private static RedisMessage docs(Stream<CommandTable.Row> rows) {
        Map<String, RedisMessage> entries = new LinkedHashMap<>();
        rows.forEach(row -> entries.put(nameOf(row), row.docs()));
        return new MapMessage(entries);
    }

    private static String nameOf(CommandTable.Row row) {
        return row.name().toLowerCase(Locale.ROOT);
    }
}
