package io.snowkeeper.node.redis;

import io.netty.handler.codec.redis.RedisMessage;
import io.snowkeeper.node.access.ClientAccess;
import io.snowkeeper.node.redis.codec.Command;
import io.snowkeeper.node.redis.codec.MapMessage;
import io.snowkeeper.node.redis.codec.Messages;
import io.snowkeeper.node.redis.codec.NullMessage;
import io.snowkeeper.node.service.message.FieldValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The commands about the connection, which clients send when they connect. Thread-safe. */
final class ConnectionCommands {

    /** The version of Redis whose behaviour clients may expect. */
    static final String REDIS_VERSION = "7.0.0";

    private ConnectionCommands() {}

    static CommandTable addTo(CommandTable table) {
        return table.atOnce("PING", -1, "[message]", "Answers", (command, session) -> ping(command))
                .atOnce(
                        "ECHO",
                        2,
                        "message",
                        "Answers the message",
                        (command, session) -> Messages.bytes(command.bytes(1)))
                .atOnce(
                        "HELLO",
                        -1,
                        "[2|3 [AUTH user token] [SETNAME name]]",
                        "Chooses RESP2 or RESP3",
                        ConnectionCommands::hello)
                .atOnce("AUTH", -2, "[user] token", "Shows a token", ConnectionCommands::auth)
                .atOnce("SELECT", 2, "0", "There is one database", (command, session) -> select(command))
                .atOnce("CLIENT", -2, "subcommand ...", "About this connection", ClientCommand::answer)
                .atOnce("COMMAND", -1, "[subcommand ...]", "About the commands", CommandCommand::answer)
                .atOnce(
                        "INFO",
                        -1,
                        "[section ...]",
                        "About the node",
                        (command, session) -> InfoCommand.answer(session))
                .atOnce("ROLE", 1, "", "The node's role: it has no replicas", (command, session) -> role())
                .atOnce("RESET", 1, "", "Resets the connection", ConnectionCommands::reset)
                .atOnce("QUIT", -1, "", "Ends the connection", ConnectionCommands::quit);
    }

    private static RedisMessage ping(Command command) {
        if (command.size() > 2) {
            throw CommandException.wrongNumber("ping");
        }
        return command.size() == 1 ? Messages.simple("PONG") : Messages.bytes(command.bytes(1));
    }

    private static RedisMessage hello(Command command, RespSession session) {
        Connection connection = session.connection();
        boolean resp3 = connection.isResp3();
        if (command.size() > 1) {
            long version = FieldValue.word(command.text(1))
                    .asInteger()
                    .orElseThrow(() -> new CommandException("Protocol version is not an integer or out of range"));
            if (version < 2 || version > 3) {
                throw new CommandException("NOPROTO", "unsupported protocol version");
            }
            resp3 = version == 3;
        }
        String name = null;
        for (int i = 2; i < command.size(); ) {
            int left = command.size() - i - 1;
            if (command.word(i).equals("AUTH") && left >= 2) {
                requireKnown(connection.access().login(command.text(i + 1), command.text(i + 2)));
                i += 3;
            } else if (command.word(i).equals("SETNAME") && left >= 1) {
                name = ClientCommand.requireName(command.text(i + 1));
                i += 2;
            } else {
                throw new CommandException("Syntax error in HELLO option '%s'".formatted(command.text(i)));
            }
        }
        if (name != null) {
            connection.setName(name);
        }
        connection.speakResp3(resp3);
        return greeting(connection);
    }

    private static RedisMessage greeting(Connection connection) {
        Map<String, RedisMessage> entries = new LinkedHashMap<>();
        entries.put("server", Messages.text("snowkeeper"));
        entries.put("version", Messages.text(REDIS_VERSION));
        entries.put("proto", Messages.number(connection.isResp3() ? 3 : 2));
        entries.put("id", Messages.number(connection.id()));
        entries.put("mode", Messages.text("standalone"));
        entries.put("role", Messages.text("master"));
        entries.put("modules", Messages.array(List.of()));
        return new MapMessage(entries);
    }

    private static RedisMessage auth(Command command, RespSession session) {
        if (command.size() > 3) {
            throw new CommandException("syntax error");
        }
        Connection connection = session.connection();
        if (command.size() == 3) {
            requireKnown(connection.access().login(command.text(1), command.text(2)));
        } else if (!connection.access().hasTokens()) {
            throw new CommandException("AUTH <password> called without any password configured for the default user."
                    + " Are you sure your configuration is correct?");
        } else {
            requireKnown(connection.access().login(command.text(1)));
        }
        return Messages.ok();
    }

    /** Returns the token that a command shows, the first one if there are several; null if it shows none. */
    static @Nullable String tokenIn(Command command) {
        int last = command.size() - 1;
        if (command.word(0).equals("AUTH")) {
            return last > 0 ? command.text(last) : null;
        }
        for (int i = 2; command.word(0).equals("HELLO") && i + 2 <= last; i += 2) {
            if (command.word(i).equals("AUTH")) {
                return command.text(i + 2);
            }
        }
        return null;
    }

    /** Where no token is known, the default user needs none, as in a Redis without a password. */
    private static void requireKnown(ClientAccess.Login login) {
        if (login == ClientAccess.Login.WRONG) {
            throw new CommandException("WRONGPASS", "invalid username-password pair or user is disabled.");
        }
    }

    private static RedisMessage select(Command command) {
        long index = FieldValue.word(command.text(1)).asInteger().orElseThrow(CommandException::noInteger);
        if (index != 0) {
            throw new CommandException(
                    "DB index is out of range. There is one database, 0: distinguish sequences by their names, as in INCR 2:orders");
        }
        return Messages.ok();
    }

    /** The role of a master without replicas: clients look for one that takes commands. */
    private static RedisMessage role() {
        return Messages.array(List.of(Messages.text("master"), Messages.number(0), Messages.array(List.of())));
    }

    private static RedisMessage reset(Command command, RespSession session) {
        session.connection().reset();
        return Messages.simple("RESET");
    }

    private static RedisMessage quit(Command command, RespSession session) {
        session.connection().quit();
        return Messages.ok();
    }

    /** Returns a text, null if it is empty. */
    static RedisMessage textOrNull(String text) {
        return text.isEmpty() ? NullMessage.NULL : Messages.text(text);
    }
}
