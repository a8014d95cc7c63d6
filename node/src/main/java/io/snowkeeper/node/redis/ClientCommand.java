package io.snowkeeper.node.redis;

import io.netty.handler.codec.redis.RedisMessage;
import io.snowkeeper.node.redis.codec.Command;
import io.snowkeeper.node.redis.codec.Messages;
import java.util.Locale;

/** The command {@code CLIENT}, about the client's own connection. */
final class ClientCommand {

    /** The most characters kept of the client's name, its library's name and its library's version, each. */
    private static final int MAX_NAME = 256;

    private ClientCommand() {}

    static RedisMessage answer(Command command, RespSession session) {
        Connection connection = session.connection();
        return switch (command.word(1)) {
            case "ID" -> {
                requireParts(command, 2);
                yield Messages.number(connection.id());
            }
            case "GETNAME" -> {
                requireParts(command, 2);
                yield ConnectionCommands.textOrNull(connection.name());
            }
            case "SETNAME" -> {
                requireParts(command, 3);
                connection.setName(requireName(command.text(2)));
                yield Messages.ok();
            }
            case "SETINFO" -> {
                requireParts(command, 4);
                yield setInfo(command, connection);
            }
            case "INFO", "LIST" -> Messages.text(connection.text() + "\n");
            case "NO-EVICT", "NO-TOUCH" -> {
                requireParts(command, 3);
                yield onOrOff(command);
            }
            default ->
                throw new CommandException("unknown subcommand '%s'. Try CLIENT ID, GETNAME, SETNAME, SETINFO, INFO,"
                                .formatted(command.text(1))
                        + " LIST, NO-EVICT or NO-TOUCH.");
        };
    }

    private static RedisMessage setInfo(Command command, Connection connection) {
        String value = requireName(command.text(3));
        switch (command.word(2)) {
            case "LIB-NAME" -> connection.setLibrary(value);
            case "LIB-VER" -> connection.setLibraryVersion(value);
            default -> throw new CommandException("Unrecognized option '%s'".formatted(command.text(2)));
        }
        return Messages.ok();
    }

    /** Nothing is evicted here, nor touched. */
    private static RedisMessage onOrOff(Command command) {
        if (!command.word(2).equals("ON") && !command.word(2).equals("OFF")) {
            throw new CommandException("syntax error");
        }
        return Messages.ok();
    }

    private static void requireParts(Command command, int parts) {
        if (command.size() != parts) {
            throw CommandException.wrongNumber("client|" + command.word(1).toLowerCase(Locale.ROOT));
        }
    }

    /** Returns a valid name of a connection. */
    static String requireName(String name) {
        if (!name.chars().allMatch(c -> c >= '!' && c <= '~')) {
            throw new CommandException("Client names cannot contain spaces, newlines or special characters.");
        }
        if (name.length() > MAX_NAME) {
            throw new CommandException("Client names cannot have more than %s characters.".formatted(MAX_NAME));
        }
        return name;
    }
}
