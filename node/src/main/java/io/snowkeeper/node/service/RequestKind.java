package io.snowkeeper.node.service;

import java.util.Locale;

/** The kinds of requests, as they are counted. */
public enum RequestKind {
    INIT,
    GENERATE,
    GENERATE_BATCH,
    GENERATE_SORTABLE,
    DECOMPOSE,
    TIME_INFO,
    VERIFY_IDS,
    STATUS,
    SEQUENCE_CREATE,
    SEQUENCE_NEXT,
    SEQUENCE_CONFIRM,
    SEQUENCE_CANCEL,
    SEQUENCE_DESCRIBE,
    SEQUENCE_LIST,
    SEQUENCE_APPEND,
    SEQUENCE_CONFIGURE,
    SEQUENCE_DELETE,
    /** What could not be understood. */
    UNKNOWN;

    /** Returns the kind of a request. */
    public static RequestKind of(Request request) {
        if (request instanceof SequenceRequest sequence) {
            return ofSequence(sequence);
        }
        if (request instanceof Request.Generate) {
            return GENERATE;
        }
        if (request instanceof Request.GenerateBatch) {
            return GENERATE_BATCH;
        }
        if (request instanceof Request.GenerateSortable) {
            return GENERATE_SORTABLE;
        }
        if (request instanceof Request.Decompose) {
            return DECOMPOSE;
        }
        if (request instanceof Request.TimeInfo) {
            return TIME_INFO;
        }
        if (request instanceof Request.VerifyIds) {
            return VERIFY_IDS;
        }
        return request instanceof Request.Status ? STATUS : INIT;
    }

    private static RequestKind ofSequence(SequenceRequest request) {
        if (request instanceof SequenceRequest.Next) {
            return SEQUENCE_NEXT;
        }
        if (request instanceof SequenceRequest.Confirm) {
            return SEQUENCE_CONFIRM;
        }
        if (request instanceof SequenceRequest.Cancel) {
            return SEQUENCE_CANCEL;
        }
        if (request instanceof SequenceRequest.Create) {
            return SEQUENCE_CREATE;
        }
        if (request instanceof SequenceRequest.Describe) {
            return SEQUENCE_DESCRIBE;
        }
        if (request instanceof SequenceRequest.ListPage) {
            return SEQUENCE_LIST;
        }
        if (request instanceof SequenceRequest.Append) {
            return SEQUENCE_APPEND;
        }
        return request instanceof SequenceRequest.Configure ? SEQUENCE_CONFIGURE : SEQUENCE_DELETE;
    }

    /** Returns the name in the line protocol: {@code generate_batch}. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
