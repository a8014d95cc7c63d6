package io.snowkeeper.node.redis;

import io.netty.handler.codec.redis.RedisMessage;
import io.snowkeeper.node.redis.codec.Command;
import io.snowkeeper.node.redis.codec.Messages;
import io.snowkeeper.node.redis.codec.NullMessage;
import io.snowkeeper.node.service.message.Request;
import org.jspecify.annotations.Nullable;

/**
 * The commands that ask whether there is a sequence, or would set one that there is not: libraries that count send them before their
 * first increment. Nothing is set by any. Thread-safe.
 */
final class PresenceCommands {

    /** The alternative to setting a sequence. */
    static final String NOT_SET =
            "a sequence is not set: SET name n NX leaves an existing one as it is, SEQ.ADVANCE name n makes n the next number, forward only, and SEQ.CREATE creates one";

    private final int maxBatch;
    private final boolean createsBlocks;

    /**
     * @param maxBatch the most ids that one command may ask for
     * @param createsBlocks whether an increment of an unknown name creates a block sequence
     */
    PresenceCommands(int maxBatch, boolean createsBlocks) {
        this.maxBatch = maxBatch;
        this.createsBlocks = createsBlocks;
    }

    CommandTable addTo(CommandTable table) {
        return table.asks(
                        "EXISTS",
                        2,
                        true,
                        "name",
                        "Whether there is a sequence: 1 or 0",
                        (command, session) -> ask(command, Messages.number(1), Messages.number(0)))
                .asks(
                        "TTL",
                        2,
                        true,
                        "name",
                        "-1, since a sequence does not expire; -2 if there is none",
                        (command, session) -> ask(command, Messages.number(-1), Messages.number(-2)))
                .asks(
                        "PTTL",
                        2,
                        true,
                        "name",
                        "As TTL",
                        (command, session) -> ask(command, Messages.number(-1), Messages.number(-2)))
                .asks("SET", -3, true, "name n NX", "Leaves a sequence as it is, and answers null", this::set)
                .asks(
                        "SETNX",
                        3,
                        true,
                        "name n",
                        "Leaves a sequence as it is, and answers 0",
                        (command, session) -> unset(command, session, Messages.number(0)));
    }

    private Question set(Command command, RespSession session) {
        if (command.size() != 4 || !command.word(3).equals("NX")) {
            throw new CommandException(NOT_SET);
        }
        return unset(command, session, NullMessage.NULL);
    }

    /** Where the client's increment creates a sequence, a name that there is not yet has the counter 0 already. */
    private Question unset(Command command, RespSession session, RedisMessage nothing) {
        boolean creates = createsBlocks && session.connection().access().mayCreate(command.text(1));
        return ask(command, nothing, creates && command.text(2).equals("0") ? nothing : null);
    }

    private Question ask(Command command, RedisMessage ofKnown, @Nullable RedisMessage ofUnknown) {
        return new Question(
                Request.Kind.SEQUENCE_DESCRIBE.read(Arguments.named(command), maxBatch), answer -> ofKnown, ofUnknown);
    }
}
