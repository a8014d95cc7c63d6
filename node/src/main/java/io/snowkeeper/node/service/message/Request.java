package io.snowkeeper.node.service.message;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.core.Checks;
import io.snowkeeper.core.ErrorCode;
import io.snowkeeper.core.sequence.SequenceException;
import io.snowkeeper.core.sortable.SortableKind;
import io.snowkeeper.core.sortable.SortableUnit;
import io.snowkeeper.core.text.AnyId;
import io.snowkeeper.core.text.SortableIdFormat;
import io.snowkeeper.node.rights.Right;
import io.snowkeeper.node.service.NodeService;
import io.snowkeeper.sequences.Settlement;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/** A request of a client to a node. */
public sealed interface Request
        permits Request.Init,
                Request.Generate,
                Request.GenerateBatch,
                Request.GenerateSortable,
                Request.Decompose,
                Request.TimeInfo,
                Request.VerifyIds,
                Request.Status,
                Request.Auth,
                SequenceRequest {

    /** Returns the kind of the request. */
    Kind kind();

    /** Returns the right that a client needs to make it. */
    default Right right() {
        return kind().right();
    }

    /** Returns the name of the sequence that it is about, empty if it is about none, and {@link SequenceRequest#ALL} if about all. */
    default String sequence() {
        return "";
    }

    /**
     * A kind of request: by its name a type of message in the line protocol, and a label of the metrics.
     * {@link NodeService} answers it.
     */
    enum Kind {
        INIT(
                Right.NONE,
                (fields, maxBatch) -> new Init(fields.text(RequestKey.NODE_ID, Init.MAX_NODE_ID), fields.nodeIds())),
        GENERATE(Right.IDS, (fields, maxBatch) -> new Generate(fields.format(), fields.after(), IdForm.of(fields, 1))),
        GENERATE_BATCH(Right.IDS, GenerateBatch::read),
        GENERATE_SORTABLE(Right.IDS, GenerateSortable::ofUnit),
        GENERATE_UUID(Right.IDS, GenerateSortable::uuids),
        DECOMPOSE(Right.NONE, (fields, maxBatch) -> new Decompose(fields.id(), IdForm.ofGiven(fields))),
        TIME_INFO(Right.NONE, (fields, maxBatch) -> new TimeInfo()),
        VERIFY_IDS(Right.NONE, (fields, maxBatch) -> new VerifyIds(fields.ids(), fields.format())),
        STATUS(Right.NONE, (fields, maxBatch) -> new Status()),
        /** Shows the connection's token; the service is not asked. */
        AUTH(Right.NONE, (fields, maxBatch) -> Auth.read(fields)),
        SEQUENCE_CREATE(Right.DEFINE, (fields, maxBatch) -> SequenceRequest.Create.read(fields)),
        SEQUENCE_NEXT(Right.NEXT, (fields, maxBatch) -> SequenceRequest.Next.read(fields)),
        SEQUENCE_CONFIRM(Right.CONFIRM, (fields, maxBatch) -> SequenceRequest.Settle.read(fields, Settlement.CONFIRM)),
        SEQUENCE_CANCEL(Right.CONFIRM, (fields, maxBatch) -> SequenceRequest.Settle.read(fields, Settlement.CANCEL)),
        SEQUENCE_VOID(Right.SETTLE, (fields, maxBatch) -> SequenceRequest.Settle.read(fields, Settlement.VOID)),
        SEQUENCE_PENDING(Right.READ, (fields, maxBatch) -> SequenceRequest.Pending.read(fields)),
        SEQUENCE_LEDGER(Right.READ, (fields, maxBatch) -> SequenceRequest.Ledger.read(fields)),
        SEQUENCE_BALANCE(Right.READ, (fields, maxBatch) -> new SequenceRequest.Balance(fields.sequence())),
        SEQUENCE_RELEASE(
                Right.DEFINE,
                (fields, maxBatch) -> new SequenceRequest.Release(
                        fields.sequence(),
                        fields.number(RequestKey.THROUGH),
                        fields.optionalText(RequestKey.HASH, SequenceRequest.Release.HASH_LENGTH))),
        SEQUENCE_PARSE(Right.READ, (fields, maxBatch) -> SequenceRequest.Parse.read(fields)),
        SEQUENCE_DESCRIBE(Right.READ, (fields, maxBatch) -> new SequenceRequest.Describe(fields.sequence())),
        SEQUENCE_LIST(Right.READ, (fields, maxBatch) -> SequenceRequest.ListPage.read(fields)),
        SEQUENCE_APPEND(
                Right.DEFINE,
                (fields, maxBatch) -> new SequenceRequest.Append(fields.sequence(), fields.ranges(), fields.overlap())),
        SEQUENCE_ADVANCE(
                Right.DEFINE,
                (fields, maxBatch) -> new SequenceRequest.Advance(fields.sequence(), fields.number(RequestKey.TO))),
        SEQUENCE_TURN_BACK(Right.DEFINE, (fields, maxBatch) -> SequenceRequest.TurnBack.read(fields)),
        SEQUENCE_CONFIGURE(Right.DEFINE, (fields, maxBatch) -> SequenceRequest.Configure.read(fields)),
        SEQUENCE_DELETE(Right.DEFINE, (fields, maxBatch) -> SequenceRequest.Delete.read(fields)),
        /**
         * A request about the client's own connection, by a protocol that has such requests; the service is not
         * involved.
         */
        CONNECTION(Right.NONE, (fields, maxBatch) -> {
            throw new RequestRefusedException(ErrorCode.NOT_SUPPORTED, "connections have requests of their own");
        }),
        /** A request that could not be understood. */
        UNKNOWN(Right.NONE, (fields, maxBatch) -> {
            throw new RequestRefusedException(ErrorCode.NOT_SUPPORTED, "the type of the request is not known");
        });

        private static final Map<String, Kind> BY_NAME = Arrays.stream(values())
                .filter(kind -> kind != UNKNOWN && kind != CONNECTION)
                .collect(Collectors.toMap(Kind::text, kind -> kind, (one, other) -> one, LinkedHashMap::new));

        private final Right right;

        @SuppressWarnings("ImmutableEnumChecker") // Readers keep nothing.
        private final Reader reader;

        Kind(Right right, Reader reader) {
            this.right = right;
            this.reader = reader;
        }

        /** Returns the kind of that name, empty if clients can ask for no such thing. */
        public static Optional<Kind> named(String name) {
            return Optional.ofNullable(BY_NAME.get(name));
        }

        /** Returns the names of all that clients can ask for. */
        public static Set<String> names() {
            return BY_NAME.keySet();
        }

        /** Returns the right that a client needs at least to make a request of the kind. */
        public Right right() {
            return right;
        }

        /** Returns the name: {@code generate_batch}. */
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }

        /**
         * Reads a request of this kind.
         *
         * @param maxBatch the most ids that it may ask for
         * @throws RequestRefusedException if a field is missing or invalid
         */
        public Request read(RequestFields fields, int maxBatch) {
            try {
                return reader.read(fields, maxBatch);
            } catch (SequenceException e) {
                throw new RequestRefusedException(ErrorCode.MALFORMED_REQUEST, String.valueOf(e.getMessage()));
            }
        }

        private interface Reader {
            Request read(RequestFields fields, int maxBatch);
        }
    }

    /**
     * A request that sets the node's name.
     *
     * @param nodeId the name
     * @param nodeIds the names of all nodes, as far as they were given
     */
    record Init(String nodeId, List<String> nodeIds) implements Request {

        private static final int MAX_NODE_ID = 256;

        public Init {
            requireNonNull(nodeId);
            nodeIds = List.copyOf(nodeIds);
        }

        @Override
        public Kind kind() {
            return Kind.INIT;
        }
    }

    /**
     * A request for an id.
     *
     * @param after the id that it has to be larger than, empty for any
     */
    record Generate(IdFormat format, OptionalLong after, IdForm form) implements Request {

        /** Asks for any id. */
        public Generate(IdFormat format) {
            this(format, OptionalLong.empty());
        }

        /** Asks for an id as the fleet makes it. */
        public Generate(IdFormat format, OptionalLong after) {
            this(format, after, IdForm.PLAIN);
        }

        @Override
        public Kind kind() {
            return Kind.GENERATE;
        }
    }

    /**
     * A request for many ids at once.
     *
     * @param count how many, at least 1
     * @param after the id that they have to be larger than, empty for any
     */
    record GenerateBatch(int count, IdFormat format, OptionalLong after, IdForm form) implements Request {
        /** @throws IllegalArgumentException if the count is out of its range */
        public GenerateBatch {
            Checks.requireAtLeast("count", count, 1);
        }

        /** Asks for any ids. */
        public GenerateBatch(int count, IdFormat format) {
            this(count, format, OptionalLong.empty(), IdForm.PLAIN);
        }

        private static GenerateBatch read(RequestFields fields, int maxBatch) {
            int count = fields.integer(RequestKey.COUNT, 1, maxBatch);
            return new GenerateBatch(count, fields.format(), fields.after(), IdForm.of(fields, count));
        }

        @Override
        public Kind kind() {
            return Kind.GENERATE_BATCH;
        }
    }

    /**
     * A request for ids of 16 bytes.
     *
     * @param ids the kind of ids
     * @param count how many, at least 1
     * @param prefix of the TypeIDs that are asked for beside UUIDs, empty for none
     */
    record GenerateSortable(SortableKind ids, int count, SortableIdFormat format, Optional<String> prefix)
            implements Request {

        /** The default first. */
        private static final SortableUnit[] UNITS = {
            SortableUnit.MILLISECOND, SortableUnit.SECOND, SortableUnit.MICROSECOND, SortableUnit.NANOSECOND
        };

        private static final SortableIdFormat[] FORMATS = {SortableIdFormat.HEX, SortableIdFormat.CROCKFORD32};

        /** @throws IllegalArgumentException if the count is out of its range */
        public GenerateSortable {
            requireNonNull(ids);
            requireNonNull(format);
            requireNonNull(prefix);
            Checks.requireAtLeast("count", count, 1);
        }

        /** Asks for ids without TypeIDs. */
        public GenerateSortable(SortableKind ids, int count, SortableIdFormat format) {
            this(ids, count, format, Optional.empty());
        }

        private static GenerateSortable ofUnit(RequestFields fields, int maxBatch) {
            fields.requireNone("form and prefix are for other ids", RequestKey.FORM, RequestKey.PREFIX);
            return new GenerateSortable(
                    SortableKind.of(fields.choice(RequestKey.UNIT, UNITS)),
                    count(fields, maxBatch),
                    fields.choice(RequestKey.FORMAT, FORMATS));
        }

        private static GenerateSortable uuids(RequestFields fields, int maxBatch) {
            fields.requireNone("form is for ids of 64 bits", RequestKey.FORM);
            int count = count(fields, maxBatch);
            Optional<String> prefix = fields.prefix();
            if (prefix.isPresent()) {
                IdForm.requireFew(count);
            }
            return new GenerateSortable(SortableKind.UUID_V7, count, SortableIdFormat.UUID, prefix);
        }

        private static int count(RequestFields fields, int maxBatch) {
            return fields.has(RequestKey.COUNT) ? fields.integer(RequestKey.COUNT, 1, maxBatch) : 1;
        }

        @Override
        public Kind kind() {
            return ids == SortableKind.UUID_V7 ? Kind.GENERATE_UUID : Kind.GENERATE_SORTABLE;
        }
    }

    /**
     * A request for the parts of an id.
     *
     * @param id the id, as a text of any form that ids are handed out in
     * @param form the form that it does not show itself
     */
    record Decompose(String id, IdForm.Name form) implements Request {

        /** The rule for a valid id, before the invalid one. */
        public static final String RULE =
                "id must be an integer from 0 to %s, a UUID of version 7, or an id in another form: "
                        .formatted(Long.MAX_VALUE);

        public Decompose {
            requireNonNull(id);
            requireNonNull(form);
        }

        /** Clients that may read public ids are those that may have ids themselves. */
        @Override
        public Right right() {
            return AnyId.isPublic(id) ? Right.IDS : Request.super.right();
        }

        @Override
        public Kind kind() {
            return Kind.DECOMPOSE;
        }
    }

    /** A request for how the ids count time, and how long they can. */
    record TimeInfo() implements Request {
        @Override
        public Kind kind() {
            return Kind.TIME_INFO;
        }
    }

    /**
     * Asks whether ids repeat and whether they are in order.
     *
     * @param ids any 64-bit integers; not copied
     */
    @SuppressWarnings("ArrayRecordComponent") // Handed over, never compared: half a million boxes would buy nothing.
    record VerifyIds(long[] ids, IdFormat format) implements Request {
        @Override
        public Kind kind() {
            return Kind.VERIFY_IDS;
        }
    }

    /** A request for the node's status. */
    record Status() implements Request {
        @Override
        public Kind kind() {
            return Kind.STATUS;
        }
    }

    /**
     * A request that authenticates the client for the rest of its connection.
     *
     * @param token the token; in no text of it
     */
    record Auth(String token) implements Request {

        private static final int MAX_TOKEN = 1024;

        public Auth {
            requireNonNull(token);
        }

        /** The given value is in no error, even if it is malformed. */
        static Auth read(RequestFields fields) {
            try {
                return new Auth(fields.text(RequestKey.TOKEN, MAX_TOKEN));
            } catch (RequestRefusedException e) {
                throw new RequestRefusedException(
                        ErrorCode.MALFORMED_REQUEST,
                        "token must be a string of at most %s characters".formatted(MAX_TOKEN));
            }
        }

        @Override
        public Kind kind() {
            return Kind.AUTH;
        }

        @Override
        public String toString() {
            return "Auth[hidden]";
        }
    }
}
