package io.snowkeeper.node.redis;

import io.snowkeeper.coordinator.sequence.NextRequest;
import io.snowkeeper.coordinator.sequence.SequenceDefinition;
import io.snowkeeper.coordinator.sequence.Sequences;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import io.snowkeeper.node.redis.codec.Command;
import io.snowkeeper.node.redis.codec.Messages;
import io.snowkeeper.node.redis.codec.NullMessage;
import io.snowkeeper.node.service.message.FieldValue;
import io.snowkeeper.node.service.message.IdFormat;
import io.snowkeeper.node.service.message.Request;
import io.snowkeeper.node.service.message.RequestFields;
import io.snowkeeper.node.service.message.RequestKey;
import io.snowkeeper.node.service.message.SequenceAnswer;
import io.snowkeeper.node.service.message.SequenceOption;
import io.snowkeeper.node.service.message.SequenceRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** The commands that ask for ids and for numbers of sequences: from arguments to the fields of requests. Thread-safe. */
final class ServiceCommands {

    private static final String RANGES = "from to [from to ...]";
    private static final String OPTION = "[option value ...]";

    /** The options of ranges. */
    private static final List<RequestKey> OF_RANGES = List.of(RequestKey.ALLOW_OVERLAP);

    /** The options of a new sequence. */
    private static final List<RequestKey> OF_NEW = Stream.of(
                    SequenceOption.keys(), List.of(RequestKey.PERIOD, RequestKey.ZONE), OF_RANGES)
            .flatMap(List::stream)
            .toList();

    /** Options whose values are not the same in small letters. */
    private static final List<RequestKey> AS_WRITTEN = List.of(RequestKey.FORMAT, RequestKey.ZONE);

    private final int maxBatch;
    private final boolean createsBlocks;

    /**
     * @param maxBatch the most ids that one command may ask for
     * @param createsBlocks whether an increment of an unknown name creates a block sequence
     */
    ServiceCommands(int maxBatch, boolean createsBlocks) {
        this.maxBatch = maxBatch;
        this.createsBlocks = createsBlocks;
    }

    CommandTable addTo(CommandTable table) {
        return table.asks(
                        "ID.NEXT",
                        -1,
                        false,
                        "[COUNT n] [SORTABLE unit] [AS STRING|INT]",
                        "An id, or many of them",
                        (command, session) -> nextId(command))
                .asks("ID.DECODE", 2, false, "id", "The parts of an id", (command, session) -> decode(command))
                .asks(
                        "INCR",
                        2,
                        true,
                        "name",
                        "The next number of a sequence",
                        (command, session) -> increment(command, 1))
                .asks(
                        "INCRBY",
                        3,
                        true,
                        "name n",
                        "The last of the next n numbers of a sequence, each one more than the one before",
                        (command, session) -> increment(command, by(command)))
                .asks("GET", 2, true, "name", "The number that a sequence gave last", this::last)
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
                        "Gives gapless numbers back",
                        (command, session) -> settle(Request.Kind.SEQUENCE_CANCEL, command, session))
                .asks(
                        "SEQ.VOID",
                        -3,
                        true,
                        "name reservation|NUMBER n [PERIOD p] REASON text",
                        "Has gapless numbers be used up, for a reason",
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
                        (command, session) -> ask(
                                Request.Kind.SEQUENCE_PARSE,
                                named(command).put(RequestKey.TEXT, asText(command, 2, "text"))))
                .asks(
                        "SEQ.DESCRIBE",
                        2,
                        true,
                        "name",
                        "How a sequence stands",
                        (command, session) -> ask(Request.Kind.SEQUENCE_DESCRIBE, named(command)))
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
                        "Has a number be the next one of a block or ordered sequence: forward only",
                        (command, session) -> advance(command))
                .asks(
                        "SEQ.LIST",
                        -1,
                        false,
                        "[WITHSTATE] [AFTER name] [LIMIT n]",
                        "The names of sequences, or how they stand",
                        (command, session) -> list(command));
    }

    private Question nextId(Command command) {
        RequestFields fields = new RequestFields();
        for (int i = 1; i < command.size(); i += 2) {
            String word = command.word(i);
            switch (word) {
                case "COUNT" -> fields.put(RequestKey.COUNT, value(command, i));
                case "SORTABLE" -> fields.put(RequestKey.UNIT, small(command, i));
                case "AS" -> fields.put(RequestKey.FORMAT, format(command, i));
                default -> throw unknownOption(command, i, "COUNT, SORTABLE and AS");
            }
        }
        boolean many = fields.has(RequestKey.COUNT);
        if (fields.has(RequestKey.UNIT)) {
            if (fields.has(RequestKey.FORMAT) && !fields.isText(RequestKey.FORMAT, "string")) {
                throw new CommandException("sortable ids have 128 bits and are strings: leave AS INT out");
            }
            fields.put(RequestKey.FORMAT, FieldValue.word("crockford32"));
            return new Question(
                    read(Request.Kind.GENERATE_SORTABLE, fields), many ? AnswerMessages::all : AnswerMessages::one);
        }
        return many
                ? new Question(read(Request.Kind.GENERATE_BATCH, fields), AnswerMessages::all)
                : new Question(read(Request.Kind.GENERATE, fields), AnswerMessages::one);
    }

    private static FieldValue format(Command command, int at) {
        return switch (value(command, at).text().toUpperCase(Locale.ROOT)) {
            case "STRING" -> FieldValue.word("string");
            case "INT" -> FieldValue.word("number");
            default -> throw new CommandException("AS must be STRING or INT: AS=" + shown(command, at + 1));
        };
    }

    private Question decode(Command command) {
        return ask(Request.Kind.DECOMPOSE, new RequestFields().put(RequestKey.ID, word(command, 1)));
    }

    private static int by(Command command) {
        OptionalLong by = word(command, 2).asInteger();
        if (by.isEmpty()) {
            throw CommandException.noInteger();
        }
        // Far too many are as many as fit, and are refused as such.
        return (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, by.getAsLong()));
    }

    private Question increment(Command command, int by) {
        RequestFields fields = named(command).put(RequestKey.COUNT, FieldValue.word(Integer.toString(by)));
        SequenceRequest.Next next = (SequenceRequest.Next) read(Request.Kind.SEQUENCE_NEXT, fields);
        NextRequest request = next.request().asRun();
        return new Question(
                new SequenceRequest.Next(request, IdFormat.NUMBER, created(request.sequence())), AnswerMessages::last);
    }

    private Optional<SequenceDefinition> created(String name) {
        return createsBlocks
                ? Optional.of(new SequenceDefinition(
                        name, SequenceMode.BLOCK, List.of(new NumberRange(1, Long.MAX_VALUE)), SequenceOptions.DEFAULT))
                : Optional.empty();
    }

    private Question last(Command command, RespSession session) {
        SequenceRequest.Describe request =
                (SequenceRequest.Describe) read(Request.Kind.SEQUENCE_DESCRIBE, named(command));
        return new Question(request, answer -> {
            long ours = session.responder().lastOfBlocks(request.sequence());
            OptionalLong last = ours != Sequences.NONE
                    ? OptionalLong.of(ours)
                    : ((SequenceAnswer.Described) answer).sequence().last();
            return last.isPresent() ? Messages.text(Long.toString(last.getAsLong())) : NullMessage.NULL;
        });
    }

    private Question next(Command command, RespSession session) {
        RequestFields fields = named(command).by(session.connection().subject());
        for (int i = 2; i < command.size(); i += 2) {
            switch (command.word(i)) {
                case "COUNT" -> fields.put(RequestKey.COUNT, value(command, i));
                case "KEY" -> fields.put(RequestKey.KEY, text(command, i, "KEY"));
                default -> throw unknownOption(command, i, "COUNT and KEY");
            }
        }
        return new Question(read(Request.Kind.SEQUENCE_NEXT, fields), AnswerMessages::granted);
    }

    /** Returns a text of which no byte is replaced: other keys would become the same one, and get the same numbers. */
    private static FieldValue text(Command command, int at, String option) {
        FieldValue unused = value(command, at);
        return asText(command, at + 1, option);
    }

    private static FieldValue asText(Command command, int at, String option) {
        if (!command.isText(at)) {
            throw new CommandException(
                    option + " must be UTF-8; send bytes that are no text in hexadecimal digits or Base64");
        }
        return word(command, at);
    }

    private Question settle(Request.Kind kind, Command command, RespSession session) {
        RequestFields fields = named(command).by(session.connection().subject());
        boolean isByNumber = command.word(2).equals("NUMBER");
        fields.put(
                isByNumber ? RequestKey.NUMBER : RequestKey.RESERVATION,
                isByNumber ? value(command, 2) : word(command, 2));
        boolean isVoid = kind == Request.Kind.SEQUENCE_VOID;
        for (int i = isByNumber ? 4 : 3; i < command.size(); i += 2) {
            String option = command.word(i);
            if (isByNumber && option.equals("PERIOD")) {
                fields.put(RequestKey.PERIOD, value(command, i));
            } else if (isVoid && option.equals("REASON")) {
                fields.put(RequestKey.REASON, text(command, i, "REASON"));
            } else if (isVoid) {
                throw unknownOption(command, i, "REASON, and PERIOD after NUMBER n");
            } else {
                throw new CommandException(
                        "syntax error: after the reservation there is nothing, after NUMBER n PERIOD p: option="
                                + shown(command, i));
            }
        }
        return done(kind, fields);
    }

    private Question pending(Command command) {
        return ask(Request.Kind.SEQUENCE_PENDING, page(named(command), command, 2));
    }

    private Question create(Command command) {
        RequestFields fields = named(command).put(RequestKey.MODE, small(command, 1));
        int options = 5;
        while (options < command.size() && isNumber(command.text(options))) {
            options += 2;
        }
        fields.ranges(ranges(command, 3, Math.min(options, command.size())));
        for (int i = options; i < command.size(); i += 2) {
            RequestKey option = option(command, i, OF_NEW);
            fields.put(option, AS_WRITTEN.contains(option) ? text(command, i, command.word(i)) : small(command, i));
        }
        return done(Request.Kind.SEQUENCE_CREATE, fields);
    }

    private Question append(Command command) {
        RequestFields fields = named(command);
        int options = 2;
        while (options < command.size() && isNumber(command.text(options))) {
            options += 2;
        }
        fields.ranges(ranges(command, 2, Math.min(Math.max(4, options), command.size())));
        for (int i = Math.max(4, options); i < command.size(); i += 2) {
            fields.put(option(command, i, OF_RANGES), small(command, i));
        }
        return done(Request.Kind.SEQUENCE_APPEND, fields);
    }

    private static RequestKey option(Command command, int at, List<RequestKey> known) {
        RequestKey option = RequestKey.named(command.word(at).toLowerCase(Locale.ROOT));
        if (option == null || !known.contains(option)) {
            throw unknownOption(
                    command,
                    at,
                    String.join(", ", known.stream().map(RequestKey::text).toList()));
        }
        return option;
    }

    private Question advance(Command command) {
        return done(Request.Kind.SEQUENCE_ADVANCE, named(command).put(RequestKey.TO, word(command, 2)));
    }

    private Question list(Command command) {
        boolean withState = command.size() > 1 && command.word(1).equals("WITHSTATE");
        RequestFields fields = page(new RequestFields(), command, withState ? 2 : 1);
        return new Question(
                read(Request.Kind.SEQUENCE_LIST, fields), withState ? AnswerMessages::fields : AnswerMessages::names);
    }

    private static RequestFields page(RequestFields fields, Command command, int from) {
        for (int i = from; i < command.size(); i += 2) {
            switch (command.word(i)) {
                case "AFTER" -> fields.put(RequestKey.AFTER, value(command, i));
                case "LIMIT" -> fields.put(RequestKey.LIMIT, value(command, i));
                default -> throw unknownOption(command, i, "AFTER and LIMIT");
            }
        }
        return fields;
    }

    private Question ask(Request.Kind kind, RequestFields fields) {
        return new Question(read(kind, fields), AnswerMessages::fields);
    }

    private Question done(Request.Kind kind, RequestFields fields) {
        return new Question(read(kind, fields), answer -> Messages.ok());
    }

    private Request read(Request.Kind kind, RequestFields fields) {
        return kind.read(fields, maxBatch);
    }

    private static RequestFields named(Command command) {
        return new RequestFields().put(RequestKey.SEQUENCE, word(command, 1));
    }

    /** Returns the first and last numbers from an argument on, two by two, and to another. */
    private static List<RequestFields> ranges(Command command, int first, int end) {
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
    private static boolean isNumber(String word) {
        return !word.isEmpty() && (word.charAt(0) == '-' || Character.isDigit(word.charAt(0)));
    }

    private static FieldValue word(Command command, int at) {
        return FieldValue.word(command.text(at));
    }

    private static FieldValue small(Command command, int at) {
        return FieldValue.word(value(command, at).text().toLowerCase(Locale.ROOT));
    }

    /** Returns what follows an option's name. */
    private static FieldValue value(Command command, int at) {
        if (at + 1 == command.size()) {
            throw new CommandException("syntax error: %s needs a value".formatted(shown(command, at)));
        }
        return word(command, at + 1);
    }

    private static CommandException unknownOption(Command command, int at, String known) {
        return new CommandException("syntax error: the options are %s: option=%s".formatted(known, shown(command, at)));
    }

    private static String shown(Command command, int at) {
        return FieldValue.shown(command.text(at));
    }
}
