package io.snowkeeper.node.redis;

import io.netty.handler.codec.redis.RedisMessage;
import io.snowkeeper.node.redis.codec.Command;
import io.snowkeeper.node.redis.codec.MapMessage;
import io.snowkeeper.node.redis.codec.Messages;
import io.snowkeeper.node.redis.codec.NullMessage;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/** The command {@code COMMAND}: what there is, for shells that complete it and clients that look before they ask. */
final class CommandCommand {

    private CommandCommand() {}

    static RedisMessage answer(Command command, RespSession session) {
        Map<String, CommandTable.Row> rows = session.commands().rows();
        if (command.size() == 1) {
            return array(rows.values(), CommandCommand::info);
        }
        return switch (command.word(1)) {
            case "COUNT" -> Messages.number(rows.size());
            case "LIST" -> array(rows.values(), row -> Messages.text(row.name().toLowerCase(Locale.ROOT)));
            case "INFO" ->
                command.size() == 2 ? array(rows.values(), CommandCommand::info) : Messages.array(named(command, rows));
            case "DOCS" -> docs(command, rows);
            default ->
                throw new CommandException(
                        "unknown subcommand '%s'. Try COMMAND COUNT, LIST, INFO or DOCS.".formatted(command.text(1)));
        };
    }

    private static RedisMessage array(
            Collection<CommandTable.Row> rows, Function<CommandTable.Row, RedisMessage> element) {
        return Messages.array(rows.stream().map(element).toList());
    }

    private static List<RedisMessage> named(Command command, Map<String, CommandTable.Row> rows) {
        List<RedisMessage> infos = new ArrayList<>();
        for (int i = 2; i < command.size(); i++) {
            CommandTable.Row row = rows.get(command.word(i));
            infos.add(row == null ? NullMessage.NULL : info(row));
        }
        return infos;
    }

    private static RedisMessage info(CommandTable.Row row) {
        int key = row.keyed() ? 1 : 0;
        return Messages.array(List.of(
                Messages.text(row.name().toLowerCase(Locale.ROOT)),
                Messages.number(row.arity()),
                Messages.array(List.of(Messages.simple("fast"))),
                Messages.number(key),
                Messages.number(key),
                Messages.number(key),
                Messages.array(List.of()),
                Messages.array(List.of()),
                Messages.array(List.of()),
                Messages.array(List.of())));
    }

    private static RedisMessage docs(Command command, Map<String, CommandTable.Row> rows) {
        Map<String, RedisMessage> entries = new LinkedHashMap<>();
        if (command.size() == 2) {
            rows.values().forEach(row -> addDocs(entries, row));
        }
        for (int i = 2; i < command.size(); i++) {
            CommandTable.Row row = rows.get(command.word(i));
            if (row != null) {
                addDocs(entries, row);
            }
        }
        return new MapMessage(entries);
    }

    private static void addDocs(Map<String, RedisMessage> entries, CommandTable.Row row) {
        String summary = row.arguments().isEmpty() ? row.summary() : row.summary() + ": " + row.arguments();
        entries.put(row.name().toLowerCase(Locale.ROOT), new MapMessage(Map.of("summary", Messages.text(summary))));
    }
}
