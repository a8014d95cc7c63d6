package io.snowkeeper.node.service.message;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.coordinator.sequence.Settlement;
import io.snowkeeper.core.ErrorCode;
import io.snowkeeper.core.sequence.SequenceException;
import io.snowkeeper.core.sortable.SortableUnit;
import io.snowkeeper.core.text.SortableIdFormat;
import io.snowkeeper.node.service.NodeService;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
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
                SequenceRequest {

    /** Returns the kind of the request. */
    Kind kind();

    /** Returns whether only those may ask for it who may change what a sequence is. */
    default boolean isForAdmins() {
        return kind().isForAdmins();
    }

    /**
     * A kind of request: by its name a type of message in the line protocol, and a label of the metrics. What answers it is in
     * {@link NodeService}.
     */
    enum Kind {
        INIT((fields, maxBatch) -> new Init(fields.text(RequestKey.NODE_ID, Init.MAX_NODE_ID), fields.nodeIds())),
        GENERATE((fields, maxBatch) -> new Generate(fields.format())),
        GENERATE_BATCH((fields, maxBatch) ->
                new GenerateBatch(fields.integer(RequestKey.COUNT, 1, maxBatch), fields.format())),
        GENERATE_SORTABLE((fields, maxBatch) -> new GenerateSortable(
                fields.choice(RequestKey.UNIT, GenerateSortable.UNITS),
                fields.has(RequestKey.COUNT) ? fields.integer(RequestKey.COUNT, 1, maxBatch) : 1,
                fields.choice(RequestKey.FORMAT, SortableIdFormat.values()))),
        DECOMPOSE((fields, maxBatch) -> new Decompose(fields.id(RequestKey.ID))),
        TIME_INFO((fields, maxBatch) -> new TimeInfo()),
        VERIFY_IDS((fields, maxBatch) -> new VerifyIds(fields.ids(), fields.format())),
        STATUS((fields, maxBatch) -> new Status()),
        SEQUENCE_CREATE(Caller.ADMIN, (fields, maxBatch) -> SequenceRequest.Create.read(fields)),
        SEQUENCE_NEXT((fields, maxBatch) -> SequenceRequest.Next.read(fields)),
        SEQUENCE_CONFIRM((fields, maxBatch) -> SequenceRequest.Settle.read(fields, Settlement.CONFIRM)),
        SEQUENCE_CANCEL((fields, maxBatch) -> SequenceRequest.Settle.read(fields, Settlement.CANCEL)),
        SEQUENCE_VOID(Caller.ADMIN, (fields, maxBatch) -> SequenceRequest.Settle.read(fields, Settlement.VOID)),
        SEQUENCE_PENDING((fields, maxBatch) -> SequenceRequest.Pending.read(fields)),
        SEQUENCE_LEDGER((fields, maxBatch) -> SequenceRequest.Ledger.read(fields)),
        SEQUENCE_BALANCE((fields, maxBatch) -> new SequenceRequest.Balance(fields.sequence())),
        SEQUENCE_RELEASE(
                Caller.ADMIN,
                (fields, maxBatch) ->
                        new SequenceRequest.Release(fields.sequence(), fields.number(RequestKey.THROUGH))),
        SEQUENCE_PARSE((fields, maxBatch) -> SequenceRequest.Parse.read(fields)),
        SEQUENCE_DESCRIBE((fields, maxBatch) -> new SequenceRequest.Describe(fields.sequence())),
        SEQUENCE_LIST((fields, maxBatch) -> SequenceRequest.ListPage.read(fields)),
        SEQUENCE_APPEND(
                Caller.ADMIN,
                (fields, maxBatch) -> new SequenceRequest.Append(fields.sequence(), fields.ranges(), fields.overlap())),
        SEQUENCE_ADVANCE(
                Caller.ADMIN,
                (fields, maxBatch) -> new SequenceRequest.Advance(fields.sequence(), fields.number(RequestKey.TO))),
        SEQUENCE_CONFIGURE(Caller.ADMIN, (fields, maxBatch) -> SequenceRequest.Configure.read(fields)),
        SEQUENCE_DELETE(Caller.ADMIN, (fields, maxBatch) -> SequenceRequest.Delete.read(fields)),
        /** What a client asks of its connection, by a protocol that has such requests; the service is not asked. */
        CONNECTION((fields, maxBatch) -> {
            throw new RequestRefusedException(ErrorCode.NOT_SUPPORTED, "connections have requests of their own");
        }),
        /** What could not be understood. */
        UNKNOWN((fields, maxBatch) -> {
            throw new RequestRefusedException(ErrorCode.NOT_SUPPORTED, "the type of the request is not known");
        });

        private static final Map<String, Kind> BY_NAME = Arrays.stream(values())
                .filter(kind -> kind != UNKNOWN && kind != CONNECTION)
                .collect(Collectors.toMap(Kind::text, kind -> kind, (one, other) -> one, LinkedHashMap::new));

        private final boolean forAdmins;

        @SuppressWarnings("ImmutableEnumChecker") // Readers keep nothing.
        private final Reader reader;

        Kind(Reader reader) {
            this(Caller.ANYBODY, reader);
        }

        Kind(Caller caller, Reader reader) {
            this.forAdmins = caller == Caller.ADMIN;
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

        /** Returns whether all requests of the kind are for those alone who may change what a sequence is. */
        public boolean isForAdmins() {
            return forAdmins;
        }

        /** Returns the name: {@code generate_batch}. */
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }

        /**
         * Reads a request of this kind.
         *
         * @param maxBatch the most ids that it may ask for
         * @throws RequestRefusedException if a field is missing, or not what it has to be
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

        private enum Caller {
            ANYBODY,
            ADMIN
        }
    }

    /**
     * A request that tells the node its name.
     *
     * @param nodeId the name
     * @param nodeIds the names of all nodes, as far as they were told
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

    /** A request for an id. */
    record Generate(IdFormat format) implements Request {
        @Override
        public Kind kind() {
            return Kind.GENERATE;
        }
    }

    /**
     * A request for many ids at once.
     *
     * @param count how many, at least 1
     */
    record GenerateBatch(int count, IdFormat format) implements Request {
        /** @throws IllegalArgumentException if the count is out of its range */
        public GenerateBatch {
            if (count < 1) {
                throw new IllegalArgumentException("must be >= 1: count=" + count);
            }
        }

        @Override
        public Kind kind() {
            return Kind.GENERATE_BATCH;
        }
    }

    /**
     * A request for ids of 16 bytes.
     *
     * @param unit what their time is counted in
     * @param count how many, at least 1
     */
    record GenerateSortable(SortableUnit unit, int count, SortableIdFormat format) implements Request {

        /** The default first. */
        private static final SortableUnit[] UNITS = {
            SortableUnit.MILLISECOND, SortableUnit.SECOND, SortableUnit.MICROSECOND, SortableUnit.NANOSECOND
        };

        /** @throws IllegalArgumentException if the count is out of its range */
        public GenerateSortable {
            requireNonNull(unit);
            requireNonNull(format);
            if (count < 1) {
                throw new IllegalArgumentException("must be >= 1: count=" + count);
            }
        }

        @Override
        public Kind kind() {
            return Kind.GENERATE_SORTABLE;
        }
    }

    /**
     * A request for the parts of an id.
     *
     * @param id the id, at least 0
     */
    record Decompose(long id) implements Request {
        /** @throws IllegalArgumentException if the id is out of its range */
        public Decompose {
            if (id < 0) {
                throw new IllegalArgumentException("must be >= 0: id=" + id);
            }
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
}
