package io.snowkeeper.node.redis;

import io.snowkeeper.node.redis.codec.Command;
import io.snowkeeper.node.service.message.FieldValue;
import io.snowkeeper.node.service.message.Request;
import io.snowkeeper.node.service.message.RequestFields;
import io.snowkeeper.node.service.message.RequestKey;
import java.util.Locale;

/** The commands that ask for ids. Thread-safe. */
final class IdCommands {

    private static final String UUID = "uuid";

    private final int maxBatch;

    /** @param maxBatch the most ids that one command may ask for */
    IdCommands(int maxBatch) {
        this.maxBatch = maxBatch;
    }

    CommandTable addTo(CommandTable table) {
        return table.asks(
                        "ID.NEXT",
                        -1,
                        false,
                        "[COUNT n] [SORTABLE unit] [AS STRING|INT|UUID] [AFTER id] [FORM REVERSED|PUBLIC] [PREFIX type]",
                        "An id, or many of them",
                        (command, session) -> nextId(command))
                .asks(
                        "ID.DECODE",
                        -2,
                        false,
                        "id [FORM REVERSED]",
                        "The parts of an id",
                        (command, session) -> decode(command));
    }

    private Question nextId(Command command) {
        RequestFields fields = new RequestFields();
        for (int i = 1; i < command.size(); i += 2) {
            String word = command.word(i);
            switch (word) {
                case "COUNT" -> fields.put(RequestKey.COUNT, Arguments.value(command, i));
                case "SORTABLE" -> fields.put(RequestKey.UNIT, Arguments.small(command, i));
                case "AFTER" -> fields.put(RequestKey.AFTER, Arguments.value(command, i));
                case "AS" -> fields.put(RequestKey.FORMAT, format(command, i));
                case "FORM" -> fields.put(RequestKey.FORM, Arguments.small(command, i));
                case "PREFIX" -> fields.put(RequestKey.PREFIX, Arguments.value(command, i));
                default -> throw Arguments.unknownOption(command, i, "COUNT, SORTABLE, AS, AFTER, FORM and PREFIX");
            }
        }
        boolean many = fields.has(RequestKey.COUNT);
        if ((fields.has(RequestKey.AFTER) || fields.has(RequestKey.FORM))
                && (fields.has(RequestKey.UNIT) || fields.isText(RequestKey.FORMAT, UUID))) {
            throw new CommandException(
                    "AFTER and FORM are for ids of 64 bits: leave them out, or SORTABLE and AS UUID");
        }
        if (fields.has(RequestKey.PREFIX) && fields.has(RequestKey.UNIT)) {
            throw new CommandException("PREFIX is for UUIDs and public ids: leave it out, or SORTABLE");
        }
        if (fields.isText(RequestKey.FORMAT, UUID)) {
            if (fields.has(RequestKey.UNIT)) {
                throw new CommandException("a UUID has its own time, in milliseconds: leave SORTABLE out");
            }
            return new Question(
                    read(Request.Kind.GENERATE_UUID, fields), many ? AnswerMessages::all : AnswerMessages::one);
        }
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
        return switch (Arguments.value(command, at).text().toUpperCase(Locale.ROOT)) {
            case "STRING" -> FieldValue.word("string");
            case "INT" -> FieldValue.word("number");
            case "UUID" -> FieldValue.word(UUID);
            default ->
                throw new CommandException("AS must be STRING, INT or UUID: AS=" + Arguments.shown(command, at + 1));
        };
    }

    private Question decode(Command command) {
        RequestFields fields = new RequestFields().put(RequestKey.ID, Arguments.word(command, 1));
        for (int i = 2; i < command.size(); i += 2) {
            if (!command.word(i).equals("FORM")) {
                throw Arguments.unknownOption(command, i, "FORM");
            }
            fields.put(RequestKey.FORM, Arguments.small(command, i));
        }
        return Question.ofFields(read(Request.Kind.DECOMPOSE, fields));
    }

    private Request read(Request.Kind kind, RequestFields fields) {
        return kind.read(fields, maxBatch);
    }
}
