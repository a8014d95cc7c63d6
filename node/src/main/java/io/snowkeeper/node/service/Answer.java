package io.snowkeeper.node.service;

import io.snowkeeper.core.Layout;
import io.snowkeeper.core.sortable.SortableId;
import io.snowkeeper.core.text.SortableIdFormat;
import java.util.List;
import java.util.OptionalLong;

/** What a node answers: a type and fields. */
public sealed interface Answer extends Reply
        permits Answer.Initialized,
                Answer.Generated,
                Answer.GeneratedBatch,
                Answer.GeneratedSortable,
                Answer.Decomposed,
                Answer.TimeInfo,
                Answer.VerifiedIds,
                Answer.Status,
                Answer.Refusal,
                SequenceAnswer {

    /** Returns the type, as it is sent. */
    String type();

    /** Hands out the fields in the order in which they are sent. */
    void writeTo(AnswerFields fields);

    /** The answer to {@link Request.Init}. */
    record Initialized() implements Answer {
        @Override
        public String type() {
            return "init_ok";
        }

        @Override
        public void writeTo(AnswerFields fields) {
            // Says all by its type.
        }
    }

    /** The answer to {@link Request.Generate}. */
    record Generated(long id, IdFormat format) implements Answer {
        @Override
        public String type() {
            return "generate_ok";
        }

        @Override
        public void writeTo(AnswerFields fields) {
            fields.id("id", id, format);
        }
    }

    /**
     * The answer to {@link Request.GenerateBatch}.
     *
     * @param runs the ids, increasing; not copied
     * @param maxSequence the highest sequence among them
     */
    record GeneratedBatch(IdRuns runs, long maxSequence, IdFormat format) implements Answer {

        /** @param ids increasing */
        public GeneratedBatch(long[] ids, long maxSequence, IdFormat format) {
            this(IdRuns.of(ids), maxSequence, format);
        }

        /** Returns the ids, one by one. */
        public long[] ids() {
            return runs.toArray();
        }

        @Override
        public String type() {
            return "generate_batch_ok";
        }

        @Override
        public void writeTo(AnswerFields fields) {
            fields.ids("ids", runs, format);
            fields.number("max_sequence", maxSequence);
        }
    }

    /**
     * The answer to {@link Request.GenerateSortable}.
     *
     * @param ids increasing; not copied
     */
    record GeneratedSortable(List<SortableId> ids, SortableIdFormat format) implements Answer {

        /** Returns the ids as they are written. */
        public List<String> texts() {
            return ids.stream().map(format::format).toList();
        }

        @Override
        public String type() {
            return "generate_sortable_ok";
        }

        @Override
        public void writeTo(AnswerFields fields) {
            fields.sortableIds("ids", ids, format);
        }
    }

    /**
     * The answer to {@link Request.Decompose}.
     *
     * @param timestampMillis Unix milliseconds
     */
    record Decomposed(long timestampMillis, long workerId, long sequence) implements Answer {
        @Override
        public String type() {
            return "decompose_ok";
        }

        @Override
        public void writeTo(AnswerFields fields) {
            fields.number("timestamp_ms", timestampMillis);
            fields.number("machine_id", workerId);
            fields.number("sequence", sequence);
        }
    }

    /**
     * The answer to {@link Request.TimeInfo}.
     *
     * @param currentMillis milliseconds since the epoch
     * @param epochMillis the epoch in Unix milliseconds
     * @param maxTimestampMillis the last timestamp of the layout, in milliseconds since the epoch
     * @param yearsRemaining whole years until then
     */
    record TimeInfo(long currentMillis, long epochMillis, long maxTimestampMillis, long yearsRemaining)
            implements Answer {
        @Override
        public String type() {
            return "time_info_ok";
        }

        @Override
        public void writeTo(AnswerFields fields) {
            fields.number("current_ms", currentMillis);
            fields.number("custom_epoch_ms", epochMillis);
            fields.number("max_timestamp_ms", maxTimestampMillis);
            fields.number("years_remaining", yearsRemaining);
        }
    }

    /**
     * The answer to {@link Request.VerifyIds}.
     *
     * @param unique how many different ids there are
     * @param sorted whether each id is higher than the one before
     * @param duplicates the ids that repeat, each once, in the order in which their repetition is met; not copied
     */
    @SuppressWarnings("ArrayRecordComponent") // Handed over, never compared.
    record VerifiedIds(int count, int unique, boolean sorted, long[] duplicates, IdFormat format) implements Answer {
        @Override
        public String type() {
            return "verify_ids_ok";
        }

        @Override
        public void writeTo(AnswerFields fields) {
            fields.number("count", count);
            fields.number("unique", unique);
            fields.flag("is_sorted", sorted);
            fields.ids("duplicates", duplicates, format);
        }
    }

    /** The answer to {@link Request.Status}. */
    record Status(NodeStatus node, OptionalLong workerId, boolean draining, Layout layout, long highestSequence)
            implements Answer {
        @Override
        public String type() {
            return "status_ok";
        }

        @Override
        public void writeTo(AnswerFields fields) {
            fields.text("node", node.name());
            fields.text("phase", node.phase());
            fields.number("worker_id", workerId);
            fields.number("reserved_until_ms", node.reservedUntilMillis());
            fields.text("fleet", node.fleetId());
            fields.flag("connected", node.connected());
            fields.number("skew_ms", node.skewMillis());
            fields.text("problem", node.problem());
            fields.flag("draining", draining);
            fields.text("layout", layout.widths());
            fields.number("epoch_ms", layout.epochMillis());
            fields.number("highest_sequence", highestSequence);
        }
    }

    /** The answer to a request that was refused. */
    record Refusal(ErrorCode code, String text) implements Answer {
        @Override
        public String type() {
            return "error";
        }

        @Override
        public void writeTo(AnswerFields fields) {
            fields.number("code", code.number());
            fields.text("text", text);
        }
    }
}
