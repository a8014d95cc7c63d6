package io.snowkeeper.node.service.message;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.core.ErrorCode;
import io.snowkeeper.core.IdUnavailableException;
import io.snowkeeper.core.Layout;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.core.api.Unavailability;
import io.snowkeeper.core.sortable.SortableId;
import io.snowkeeper.core.text.SortableIdFormat;
import io.snowkeeper.core.text.TypeId;
import io.snowkeeper.embedded.id.HighestSequences;
import io.snowkeeper.embedded.id.IdRuns;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** An answer of a node: a type and fields. */
public sealed interface Answer extends Reply
        permits Answer.Initialized,
                Answer.Authenticated,
                Answer.Generated,
                Answer.GeneratedBatch,
                Answer.GeneratedInForm,
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
            // No fields.
        }
    }

    /**
     * The answer to {@link Request.Auth}.
     *
     * @param subject the client's subject now
     */
    record Authenticated(String subject) implements Answer {
        @Override
        public String type() {
            return "auth_ok";
        }

        @Override
        public void writeTo(AnswerFields fields) {
            fields.text("subject", subject);
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
     * The answer to {@link Request.Generate} and {@link Request.GenerateBatch} if they ask for another form than the fleet's own.
     *
     * @param ids at least one, in the form that was asked for; not copied
     * @param publicIds a public id for each of them, none if they were not asked for
     * @param maxSequence the highest sequence among them, empty if a single id was asked for
     */
    @SuppressWarnings("ArrayRecordComponent") // Handed over, never compared.
    record GeneratedInForm(long[] ids, List<String> publicIds, OptionalLong maxSequence, IdFormat format)
            implements Answer {
        @Override
        public String type() {
            return maxSequence.isPresent() ? "generate_batch_ok" : "generate_ok";
        }

        @Override
        public void writeTo(AnswerFields fields) {
            if (maxSequence.isEmpty()) {
                fields.id("id", ids[0], format);
                publicIds.forEach(text -> fields.text("public_id", text));
                return;
            }
            fields.ids("ids", ids, format);
            fields.number("max_sequence", maxSequence);
            if (!publicIds.isEmpty()) {
                fields.texts("public_ids", publicIds);
            }
        }
    }

    /**
     * The answer to {@link Request.GenerateSortable}.
     *
     * @param ids increasing; not copied
     * @param prefix of the TypeIDs that were asked for, empty if none were
     */
    record GeneratedSortable(List<SortableId> ids, SortableIdFormat format, Optional<String> prefix) implements Answer {

        /** Returns the TypeIDs, none if they were not asked for. */
        public List<String> typeIds() {
            return prefix.map(type -> ids.stream()
                            .map(id -> new TypeId(type, id.toUuid()).toString())
                            .toList())
                    .orElse(List.of());
        }

        /** Returns the ids as they are written. */
        public List<String> texts() {
            return ids.stream().map(format::format).toList();
        }

        @Override
        public String type() {
            return format == SortableIdFormat.UUID ? "generate_uuid_ok" : "generate_sortable_ok";
        }

        @Override
        public void writeTo(AnswerFields fields) {
            fields.sortableIds("ids", ids, format);
            if (prefix.isPresent()) {
                fields.texts("type_ids", typeIds());
            }
        }
    }

    /**
     * The answer to {@link Request.Decompose}.
     *
     * @param timestampMillis Unix milliseconds
     * @param id the id as it is usually written, empty if that is how it was given
     */
    record Decomposed(long timestampMillis, long workerId, long sequence, Optional<String> id) implements Answer {
        @Override
        public String type() {
            return "decompose_ok";
        }

        @Override
        public void writeTo(AnswerFields fields) {
            fields.number("timestamp_ms", timestampMillis);
            fields.number("machine_id", workerId);
            fields.number("sequence", sequence);
            id.ifPresent(usual -> fields.text("id", usual));
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

    /**
     * The answer to {@link Request.Status}.
     *
     * @param unready the first thing that keeps the node from being ready, empty if it is
     * @param reservedRemainingMillis for how long ids go on if nothing is renewed; empty if none are given now
     * @param remark a hint for the operator of a node that may be ready, empty if there is none
     */
    record Status(
            NodeStatus node,
            OptionalLong workerId,
            Optional<ReadinessCheck> unready,
            OptionalLong reservedRemainingMillis,
            boolean draining,
            Layout layout,
            HighestSequences highest,
            Optional<String> remark)
            implements Answer {

        /** Returns the problem, for people: the fleet's, or the obstacle to being ready. */
        public Optional<String> problem() {
            return node.problem().or(() -> unready.map(ReadinessCheck::detail));
        }

        /** Returns why the node is not ready, for programs; empty if it is. */
        public Optional<UnavailableReason> reason() {
            return unready.flatMap(ReadinessCheck::reason);
        }

        @Override
        public String type() {
            return "status_ok";
        }

        @Override
        public void writeTo(AnswerFields fields) {
            fields.text("node", node.name());
            fields.text("version", node.configuration().map(NodeConfiguration::version));
            fields.text("phase", node.phase());
            fields.flag("ready", unready.isEmpty());
            fields.text("reason", reason().map(UnavailableReason::text));
            fields.number("worker_id", workerId);
            fields.number("ids_until_ms", node.idsUntilMillis());
            fields.number("reserved_until_ms", node.reservedUntilMillis());
            fields.number("reserved_remaining_ms", reservedRemainingMillis);
            fields.text("fleet", node.fleetId());
            fields.flag("connected", node.connected());
            fields.number("skew_ms", node.skewMillis());
            fields.text("problem", problem());
            fields.flag("draining", draining);
            fields.number("max_connection_age_ms", node.maxConnectionAgeMillis());
            fields.text("layout", layout.widths());
            fields.number("epoch_ms", layout.epochMillis());
            fields.number("tick_ms", layout.tick().millis());
            node.configuration().ifPresent(running -> running.writeTo(fields));
            fields.number("highest_sequence", highest.sinceStart());
            fields.number("highest_sequence_1s", highest.ofLastSecond());
            fields.number("highest_sequence_1m", highest.ofLastMinute());
            fields.text("remark", remark);
        }
    }

    /**
     * The text of a refusal for clients that may read another sequence than the requested one.
     *
     * @param sequence its name, which is in the text
     */
    record ForReaders(String sequence, String text) {}

    /**
     * The answer to a request that was refused.
     *
     * @param text for people
     * @param reason why, if the code is {@link ErrorCode#TEMPORARILY_UNAVAILABLE}; empty for all others
     * @param begun false if the request was refused before anything was begun for it: it can be sent again, elsewhere
     * @param forReaders another text for clients that may know more, if there is one
     */
    record Refusal(
            ErrorCode code,
            String text,
            Optional<UnavailableReason> reason,
            boolean begun,
            Optional<ForReaders> forReaders)
            implements Answer {

        /** The answer where a defect of the node keeps it from answering. */
        public static final Refusal INTERNAL_ERROR = new Refusal(ErrorCode.CRASH, "internal error; see the node's log");

        public Refusal {
            requireNonNull(code);
            requireNonNull(text);
            requireNonNull(forReaders);
            if (reason.isPresent() != (code == ErrorCode.TEMPORARILY_UNAVAILABLE)) {
                throw new IllegalArgumentException(
                        "must have a reason if the code is %s, and only then: code=%s, reason=%s"
                                .formatted(ErrorCode.TEMPORARILY_UNAVAILABLE, code, reason));
            }
        }

        /** Refuses a request for its content. */
        public Refusal(ErrorCode code, String text) {
            this(code, text, Optional.empty(), true, Optional.empty());
        }

        /** Refuses a request that may succeed later. */
        public static Refusal forNow(UnavailableReason reason, String text) {
            return new Refusal(ErrorCode.TEMPORARILY_UNAVAILABLE, text, Optional.of(reason), true, Optional.empty());
        }

        /** Refuses a request that may succeed later, before anything was begun for it. */
        public static Refusal notBegun(UnavailableReason reason, String text) {
            return new Refusal(ErrorCode.TEMPORARILY_UNAVAILABLE, text, Optional.of(reason), false, Optional.empty());
        }

        /** Refuses a request to a node that is being stopped; its name may not be known yet. */
        public static Refusal draining(@Nullable String node) {
            return notBegun(
                    UnavailableReason.DRAINING,
                    "draining: %s is being stopped, ask another one"
                            .formatted(node == null ? "the node" : "node " + node));
        }

        /** Returns why there are no ids now, as an answer. */
        public static Refusal of(Unavailability why) {
            return forNow(why.reason(), why.text());
        }

        /** Returns the refusal of an id as an answer. */
        public static Refusal of(IdUnavailableException cause) {
            return forNow(cause.reason(), requireNonNull(cause.getMessage()));
        }

        /** Returns the same refusal with another text for clients that may know more. */
        public Refusal with(Optional<ForReaders> more) {
            return new Refusal(code, text, reason, begun, more);
        }

        /** Returns the refusal with the text for a client that may read these sequences. */
        public Refusal told(Predicate<String> mayRead) {
            return forReaders
                    .filter(more -> mayRead.test(more.sequence()))
                    .map(more -> new Refusal(code, more.text(), reason, begun, Optional.empty()))
                    .orElse(this);
        }

        @Override
        public String type() {
            return "error";
        }

        @Override
        public void writeTo(AnswerFields fields) {
            fields.number("code", code.number());
            fields.text("text", text);
            reason.ifPresent(why -> fields.text("reason", why.text()));
            if (!begun) {
                fields.flag("begun", false);
            }
        }
    }
}
