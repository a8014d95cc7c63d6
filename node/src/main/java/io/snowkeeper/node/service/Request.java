package io.snowkeeper.node.service;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.core.sortable.SortableUnit;
import io.snowkeeper.core.text.SortableIdFormat;
import java.util.List;

/** What a client asks a node for. */
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

    /** Calls the method of the service that answers this kind of request, and never waits. */
    Reply answeredBy(NodeService service);

    /**
     * Tells the node its name.
     *
     * @param nodeId the name
     * @param nodeIds the names of all nodes, as far as they were told
     */
    record Init(String nodeId, List<String> nodeIds) implements Request {
        public Init {
            requireNonNull(nodeId);
            nodeIds = List.copyOf(nodeIds);
        }

        @Override
        public Reply answeredBy(NodeService service) {
            return new Answer.Initialized();
        }
    }

    /** Asks for an id. */
    record Generate(IdFormat format) implements Request {
        @Override
        public Reply answeredBy(NodeService service) {
            return service.generate(this);
        }
    }

    /**
     * Asks for many ids at once.
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
        public Reply answeredBy(NodeService service) {
            return service.generateBatch(this);
        }
    }

    /**
     * Asks for ids of 16 bytes.
     *
     * @param unit what their time is counted in
     * @param count how many, at least 1
     */
    record GenerateSortable(SortableUnit unit, int count, SortableIdFormat format) implements Request {
        /** @throws IllegalArgumentException if the count is out of its range */
        public GenerateSortable {
            requireNonNull(unit);
            requireNonNull(format);
            if (count < 1) {
                throw new IllegalArgumentException("must be >= 1: count=" + count);
            }
        }

        @Override
        public Reply answeredBy(NodeService service) {
            return service.generateSortable(this);
        }
    }

    /**
     * Asks for the parts of an id.
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
        public Reply answeredBy(NodeService service) {
            return service.decompose(this);
        }
    }

    /** Asks how the ids count time, and how long they can. */
    record TimeInfo() implements Request {
        @Override
        public Reply answeredBy(NodeService service) {
            return service.timeInfo();
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
        public Reply answeredBy(NodeService service) {
            return IdCheck.of(ids).answer(format);
        }
    }

    /** Asks how the node stands. */
    record Status() implements Request {
        @Override
        public Reply answeredBy(NodeService service) {
            return service.status();
        }
    }
}
