package io.snowkeeper.node.redis;

import io.snowkeeper.node.redis.codec.Command;
import io.snowkeeper.node.service.message.Request;
import io.snowkeeper.node.service.message.RequestFields;
import io.snowkeeper.node.service.message.RequestKey;
import java.util.List;
import java.util.stream.Stream;

/** The commands that define and describe sequences. Thread-safe. */
final class SequenceCommands {

    private static final String RANGES = "from to [from to ...]";
    private static final String OPTION = "[option value ...]";

    /** The options of ranges. */
    private static final List<RequestKey> OF_RANGES = List.of(RequestKey.ALLOW_OVERLAP);

    /** The options of a new sequence. */
    private static final List<RequestKey> OF_NEW = Stream.of(
                    RequestKey.ofOptions(), List.of(RequestKey.STEP, RequestKey.PERIOD, RequestKey.ZONE), OF_RANGES)
            .flatMap(List::stream)
            .toList();

    /** Options whose values are not the same in small letters. */
    private static final List<RequestKey> AS_WRITTEN = List.of(RequestKey.FORMAT, RequestKey.ZONE);

    private final int maxBatch;

    /** @param maxBatch the most ids that one command may ask for */
    SequenceCommands(int maxBatch) {
        this.maxBatch = maxBatch;
    }

    CommandTable addTo(CommandTable table) {
        return table.asks(
                        "SEQ.DESCRIBE",
                        2,
                        true,
                        "name",
                        "A sequence's state",
                        (command, session) ->
                                Question.ofFields(read(Request.Kind.SEQUENCE_DESCRIBE, Arguments.named(command))))
                .asks(
                        "SEQ.CREATE",
                        -5,
                        true,
                        "name BLOCK|ORDERED|GAPLESS " + RANGES + " " + OPTION,
                        "Makes a sequence",
                        (command, session) -> create(command))
                .asks(
                        "SEQ.APPEND",
                        -4,
                        true,
                        "name " + RANGES + " [allow_overlap true]",
                        "Adds ranges to a sequence, all of them or none",
                        (command, session) -> append(command))
                .asks(
                        "SEQ.ADVANCE",
                        3,
                        true,
                        "name to",
                        "Sets the next number of a block or ordered sequence, forward only",
                        (command, session) -> advance(command))
                .asks(
                        "SEQ.LIST",
                        -1,
                        false,
                        "[WITHSTATE] [AFTER name] [LIMIT n]",
                        "The names of sequences, or their states",
                        (command, session) -> list(command));
    }

    private Question create(Command command) {
        RequestFields fields = Arguments.named(command).put(RequestKey.MODE, Arguments.small(command, 1));
        int options = 5;
        while (options < command.size() && Arguments.isNumber(command.text(options))) {
            options += 2;
        }
        fields.ranges(Arguments.ranges(command, 3, Math.min(options, command.size())));
        for (int i = options; i < command.size(); i += 2) {
            RequestKey option = Arguments.option(command, i, OF_NEW);
            fields.put(
                    option,
                    AS_WRITTEN.contains(option)
                            ? Arguments.text(command, i, command.word(i))
                            : Arguments.small(command, i));
        }
        return Question.ofDone(read(Request.Kind.SEQUENCE_CREATE, fields));
    }

    private Question append(Command command) {
        RequestFields fields = Arguments.named(command);
        int options = 2;
        while (options < command.size() && Arguments.isNumber(command.text(options))) {
            options += 2;
        }
        fields.ranges(Arguments.ranges(command, 2, Math.min(Math.max(4, options), command.size())));
        for (int i = Math.max(4, options); i < command.size(); i += 2) {
            fields.put(Arguments.option(command, i, OF_RANGES), Arguments.small(command, i));
        }
        return Question.ofDone(read(Request.Kind.SEQUENCE_APPEND, fields));
    }

    private Question advance(Command command) {
        return Question.ofDone(read(
                Request.Kind.SEQUENCE_ADVANCE,
                Arguments.named(command).put(RequestKey.TO, Arguments.word(command, 2))));
    }

    private Question list(Command command) {
        boolean withState = command.size() > 1 && command.word(1).equals("WITHSTATE");
        RequestFields fields = Arguments.page(new RequestFields(), command, withState ? 2 : 1);
        return new Question(
                read(Request.Kind.SEQUENCE_LIST, fields), withState ? AnswerMessages::fields : AnswerMessages::names);
    }

    private Request read(Request.Kind kind, RequestFields fields) {
        return kind.read(fields, maxBatch);
    }
}
