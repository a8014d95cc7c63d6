package io.snowkeeper.node.redis;

import io.snowkeeper.node.access.AccessDeniedException;
import io.snowkeeper.node.redis.codec.Command;
import io.snowkeeper.node.service.message.FieldValue;

/** All commands of a port, and their access control. Thread-safe. */
final class CommandSet {

    /** The most characters of a client's input in an error, as in Redis. */
    private static final int SHOWN = 128;

    private final CommandTable table = new CommandTable();

    /**
     * @param maxBatch the most ids that one command may ask for
     * @param createsBlocks whether an increment of an unknown name creates a block sequence
     */
    CommandSet(int maxBatch, boolean createsBlocks) {
        new IdCommands(maxBatch).addTo(table);
        new NumberCommands(maxBatch, createsBlocks).addTo(table);
        new PresenceCommands(maxBatch, createsBlocks).addTo(table);
        new SequenceCommands(maxBatch).addTo(table);
        ConnectionCommands.addTo(table);
        TransactionCommands.addTo(table);
    }

    CommandTable table() {
        return table;
    }

    /**
     * Returns a command's row.
     *
     * @throws CommandException if there is no such command, or it has another number of arguments
     */
    CommandTable.Row find(Command command) {
        CommandTable.Row row = table.find(command.word(0)).orElseThrow(() -> unknown(command));
        row.requireArity(command);
        return row;
    }

    /**
     * Redisson sends a script for ever while the answer is that of an unknown command: where there is another way, the
     * answer names it.
     */
    private CommandException unknown(Command command) {
        return OtherWays.insteadOf(command.word(0))
                .map(way -> new CommandException("%s is not a command here: %s".formatted(command.word(0), way)))
                .orElseGet(() -> unheardOf(command));
    }

    private CommandException unheardOf(Command command) {
        StringBuilder arguments = new StringBuilder();
        for (int i = 1; i < command.size() && arguments.length() < SHOWN; i++) {
            arguments.append('\'').append(FieldValue.shown(command.text(i))).append("' ");
        }
        return new CommandException("unknown command '%s', with args beginning with: %s; there are %s"
                .formatted(
                        FieldValue.shown(command.text(0)),
                        arguments,
                        String.join(" ", table.rows().keySet())));
    }

    /** Returns the error of a client that may not make a request, as Redis words it. */
    static CommandException error(AccessDeniedException denied) {
        String right = denied.right();
        return switch (denied.denial()) {
            case NO_ADMIN_TOKEN, WRONG_ADMIN_TOKEN ->
                new CommandException("NOAUTH", "this command needs the node's token: send AUTH first");
            case FROM_ELSEWHERE ->
                new CommandException(
                        "NOPERM",
                        "without --admin-token-file, this command is for clients on the node's own machine: send it"
                                + " from there, or give the node a token");
            case ANONYMOUS, UNKNOWN_TOKEN ->
                new CommandException("NOAUTH", "Authentication required: this command needs %s".formatted(right));
            case NO_RIGHT ->
                new CommandException(
                        "NOPERM", "this command needs %s, which subject %s lacks".formatted(right, denied.subject()));
        };
    }
}
