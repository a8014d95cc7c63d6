package io.snowkeeper.node.redis;

import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceDefinition;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import io.snowkeeper.node.access.ClientAccess;
import io.snowkeeper.node.redis.codec.Command;
import io.snowkeeper.node.redis.codec.Messages;
import io.snowkeeper.node.redis.codec.NullMessage;
import io.snowkeeper.node.service.message.FieldValue;
import io.snowkeeper.node.service.message.IdFormat;
import io.snowkeeper.node.service.message.Request;
import io.snowkeeper.node.service.message.RequestFields;
import io.snowkeeper.node.service.message.RequestKey;
import io.snowkeeper.node.service.message.SequenceAnswer;
import io.snowkeeper.node.service.message.SequenceRequest;
import io.snowkeeper.sequences.NextRequest;
import io.snowkeeper.sequences.Overlap;
import io.snowkeeper.sequences.SequenceSettings;
import io.snowkeeper.sequences.Sequences;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** The commands that ask for numbers of sequences, and settle them. Thread-safe. */
final class NumberCommands {

    private final int maxBatch;
    private final boolean createsBlocks;

    /**
     * @param maxBatch the most ids that one command may ask for
     * @param createsBlocks whether an increment of an unknown name creates a block sequence
     */
    NumberCommands(int maxBatch, boolean createsBlocks) {
        this.maxBatch = maxBatch;
        this.createsBlocks = createsBlocks;
    }

    CommandTable addTo(CommandTable table) {
        return table.asks(
                        "INCR",
                        2,
                        true,
                        "name",
                        "The next number of a sequence",
                        (command, session) -> increment(command, session, 1))
                .asks(
                        "INCRBY",
                        3,
                        true,
                        "name n",
                        "The last of the next n numbers of a sequence, each a step more than the one before",
                        (command, session) -> increment(command, session, by(command)))
                .asks("GET", 2, true, "name", "The last number of a sequence", this::last)
                .asks(
                        "SEQ.NEXT",
                        -2,
                        true,
                        "name [COUNT n] [KEY k]",
                        "Numbers of a sequence, and in gapless mode the reservation",
                        this::next)
                .asks(
                        "SEQ.CONFIRM",
                        -3,
                        true,
                        "name reservation|NUMBER n [PERIOD p]",
                        "Confirms gapless numbers",
                        (command, session) -> settle(Request.Kind.SEQUENCE_CONFIRM, command, session))
                .asks(
                        "SEQ.CANCEL",
                        -3,
                        true,
                        "name reservation|NUMBER n [PERIOD p]",
                        "Puts gapless numbers back",
                        (command, session) -> settle(Request.Kind.SEQUENCE_CANCEL, command, session))
                .asks(
                        "SEQ.VOID",
                        -3,
                        true,
                        "name reservation|NUMBER n [PERIOD p] REASON text",
                        "Voids gapless numbers, for a reason",
                        (command, session) -> settle(Request.Kind.SEQUENCE_VOID, command, session))
                .asks(
                        "SEQ.PENDING",
                        -2,
                        true,
                        "name [AFTER reservation] [LIMIT n]",
                        "The pending reservations of a gapless sequence",
                        (command, session) -> pending(command))
                .asks(
                        "SEQ.PARSE",
                        3,
                        true,
                        "name text",
                        "The number that a text of a sequence's format stands for",
                        (command, session) -> Question.ofFields(read(
                                Request.Kind.SEQUENCE_PARSE,
                                Arguments.named(command).put(RequestKey.TEXT, Arguments.asText(command, 2, "text")))));
    }

    private static int by(Command command) {
        OptionalLong by = Arguments.word(command, 2).asInteger();
        if (by.isEmpty()) {
            throw CommandException.noInteger();
        }
        // Far too many are as many as fit, and are refused as such.
        return (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, by.getAsLong()));
    }

    private Question increment(Command command, RespSession session, int by) {
        if (by < 1) {
            throw new CommandException(
                    "a sequence is incremented by 1 to %s: GET returns its last number, and none is taken back"
                            .formatted(SequenceSettings.DEFAULT_MAX_COUNT));
        }
        RequestFields fields = Arguments.named(command).put(RequestKey.COUNT, FieldValue.word(Integer.toString(by)));
        SequenceRequest.Next next = (SequenceRequest.Next) read(Request.Kind.SEQUENCE_NEXT, fields);
        NextRequest request = next.request().asRun();
        return new Question(
                new SequenceRequest.Next(request, IdFormat.NUMBER, created(request.sequence(), session)),
                AnswerMessages::last);
    }

    /** Without a policy, every client of the port may create them: that is the purpose of the option. */
    private Optional<SequenceRequest.Next.Creation> created(String name, RespSession session) {
        ClientAccess access = session.connection().access();
        if (!createsBlocks || !access.mayCreate(name)) {
            return Optional.empty();
        }
        SequenceDefinition block = new SequenceDefinition(
                name, SequenceMode.BLOCK, List.of(new NumberRange(1, Long.MAX_VALUE)), SequenceOptions.DEFAULT);
        return Optional.of(new SequenceRequest.Next.Creation(block, access.creation(block, Overlap.ALLOWED)));
    }

    private Question last(Command command, RespSession session) {
        SequenceRequest.Describe request =
                (SequenceRequest.Describe) read(Request.Kind.SEQUENCE_DESCRIBE, Arguments.named(command));
        return new Question(
                request,
                answer -> {
                    long ours = session.responder().lastOfBlocks(request.sequence());
                    OptionalLong last = ours != Sequences.NONE
                            ? OptionalLong.of(ours)
                            : ((SequenceAnswer.Described) answer).sequence().last();
                    return last.isPresent() ? Messages.text(Long.toString(last.getAsLong())) : NullMessage.NULL;
                },
                createsBlocks && session.connection().access().mayCreate(command.text(1)) ? NullMessage.NULL : null);
    }

    private Question next(Command command, RespSession session) {
        RequestFields fields = Arguments.named(command).by(session.connection().subject());
        for (int i = 2; i < command.size(); i += 2) {
            switch (command.word(i)) {
                case "COUNT" -> fields.put(RequestKey.COUNT, Arguments.value(command, i));
                case "KEY" -> fields.put(RequestKey.KEY, Arguments.text(command, i, "KEY"));
                default -> throw Arguments.unknownOption(command, i, "COUNT and KEY");
            }
        }
        return new Question(read(Request.Kind.SEQUENCE_NEXT, fields), AnswerMessages::granted);
    }

    private Question settle(Request.Kind kind, Command command, RespSession session) {
        RequestFields fields = Arguments.named(command).by(session.connection().subject());
        boolean isByNumber = command.word(2).equals("NUMBER");
        fields.put(
                isByNumber ? RequestKey.NUMBER : RequestKey.RESERVATION,
                isByNumber ? Arguments.value(command, 2) : Arguments.word(command, 2));
        boolean isVoid = kind == Request.Kind.SEQUENCE_VOID;
        for (int i = isByNumber ? 4 : 3; i < command.size(); i += 2) {
            String option = command.word(i);
            if (isByNumber && option.equals("PERIOD")) {
                fields.put(RequestKey.PERIOD, Arguments.value(command, i));
            } else if (isVoid && option.equals("REASON")) {
                fields.put(RequestKey.REASON, Arguments.text(command, i, "REASON"));
            } else if (isVoid) {
                throw Arguments.unknownOption(command, i, "REASON, and PERIOD after NUMBER n");
            } else {
                throw new CommandException(
                        "syntax error: after the reservation there is nothing, after NUMBER n PERIOD p: option="
                                + Arguments.shown(command, i));
            }
        }
        return Question.ofDone(read(kind, fields));
    }

    private Question pending(Command command) {
        return Question.ofFields(
                read(Request.Kind.SEQUENCE_PENDING, Arguments.page(Arguments.named(command), command, 2)));
    }

    private Request read(Request.Kind kind, RequestFields fields) {
        return kind.read(fields, maxBatch);
    }
}
