package io.snowkeeper.node.redis;

import io.netty.handler.codec.redis.ArrayHeaderRedisMessage;
import io.netty.handler.codec.redis.RedisMessage;
import io.snowkeeper.node.redis.codec.Command;
import io.snowkeeper.node.redis.codec.Messages;
import java.util.Set;

/** The commands that begin and end a {@link Transaction}. Thread-safe. */
final class TransactionCommands {

    private static final Set<String> BOUNDS = Set.of("MULTI", "EXEC", "DISCARD");

    /** Commands that end a connection, or reset it, are executed at once. */
    private static final Set<String> ENDS = Set.of("RESET", "QUIT");

    private TransactionCommands() {}

    static void addTo(CommandTable table) {
        table.atOnce("MULTI", 1, "", "Begins to queue commands", (command, session) -> multi(session.connection()))
                .atOnce(
                        "EXEC",
                        1,
                        "",
                        "Executes the queued commands in order",
                        (command, session) -> exec(session.connection()))
                .atOnce(
                        "DISCARD",
                        1,
                        "",
                        "Discards the queued commands",
                        (command, session) -> discard(session.connection()));
    }

    /** Returns whether a command begins or ends a transaction. */
    static boolean bounds(Command command) {
        return BOUNDS.contains(command.word(0));
    }

    /**
     * Returns whether a command is queued within a transaction.
     *
     * @throws CommandException if it is neither queued nor executed within one: queued commands count on the quota of
     *     the client that queued them
     */
    static boolean queues(Command command) {
        if (command.word(0).equals("AUTH") || command.word(0).equals("HELLO")) {
            throw new CommandException("authenticate before MULTI: " + command.word(0));
        }
        return !bounds(command) && !ENDS.contains(command.word(0));
    }

    private static RedisMessage multi(Connection connection) {
        if (connection.transaction() != null) {
            throw new CommandException("MULTI calls can not be nested");
        }
        connection.setTransaction(new Transaction());
        return Messages.ok();
    }

    /** Returns the head of an array, of which the answers of the commands are the elements. */
    private static RedisMessage exec(Connection connection) {
        Transaction transaction = end(connection, "EXEC");
        int commands = transaction.execute();
        if (commands > 0) {
            connection.setTransaction(transaction);
        }
        return new ArrayHeaderRedisMessage(commands);
    }

    private static RedisMessage discard(Connection connection) {
        var unused = end(connection, "DISCARD");
        return Messages.ok();
    }

    private static Transaction end(Connection connection, String command) {
        Transaction transaction = connection.transaction();
        if (transaction == null) {
            throw new CommandException(command + " without MULTI");
        }
        connection.setTransaction(null);
        return transaction;
    }
}
