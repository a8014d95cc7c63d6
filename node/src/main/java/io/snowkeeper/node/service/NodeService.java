package io.snowkeeper.node.service;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.core.DecomposedId;
import io.snowkeeper.core.ErrorCode;
import io.snowkeeper.core.IdUnavailableException;
import io.snowkeeper.core.Layout;
import io.snowkeeper.core.MillisClock;
import io.snowkeeper.core.api.Unavailability;
import io.snowkeeper.core.text.AnyId;
import io.snowkeeper.core.text.PublicIds;
import io.snowkeeper.embedded.id.IdRuns;
import io.snowkeeper.embedded.id.IdSource;
import io.snowkeeper.embedded.id.IdsAfter;
import io.snowkeeper.embedded.id.NoWorkerIdException;
import io.snowkeeper.embedded.id.SortableIdRuns;
import io.snowkeeper.embedded.id.SortableIds;
import io.snowkeeper.node.service.id.PendingIds;
import io.snowkeeper.node.service.message.Answer;
import io.snowkeeper.node.service.message.IdForm;
import io.snowkeeper.node.service.message.NodeStatus;
import io.snowkeeper.node.service.message.Reply;
import io.snowkeeper.node.service.message.Request;
import io.snowkeeper.node.service.message.RequestRefusedException;
import io.snowkeeper.node.service.message.SequenceRequest;
import io.snowkeeper.sequences.Sequences;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The service of a node, for requests of every port. Thread-safe. */
public final class NodeService implements Responder {

    /** The latest time that the calendar can count years to. */
    private static final Instant CALENDAR_END = LocalDateTime.MAX.toInstant(ZoneOffset.UTC);

    private final String name;
    private final IdSource ids;
    private final MillisClock clock;
    private final Supplier<NodeStatus> status;
    private final Supplier<Readiness.Report> readiness;
    private final @Nullable SequenceResponder sequences;
    private final @Nullable SortableIds sortable;
    private final IdForms forms;
    private final LongAdder waits = new LongAdder();
    private volatile boolean announced;
    private volatile boolean draining;

    /**
     * @param name the node's name
     * @param clock the time in {@code time_info}
     * @param status the node's present status
     */
    public NodeService(String name, IdSource ids, MillisClock clock, Supplier<NodeStatus> status) {
        this(name, ids, clock, status, () -> Readiness.of(ids), null, null, new IdForms(() -> PublicIds.NONE));
    }

    /** Returns a node that is ready by that; of itself, by whether it would give an id. */
    public NodeService withReadiness(Readiness judged) {
        return new NodeService(name, ids, clock, status, judged::check, sequences, sortable, forms);
    }

    /**
     * Returns a node that serves sequences, too.
     *
     * @param served the fleet's sequences, empty as long as the node starts
     */
    public NodeService withSequences(Supplier<Optional<Sequences>> served) {
        return new NodeService(name, ids, clock, status, readiness, new SequenceResponder(served), sortable, forms);
    }

    /** Returns a node that serves sortable ids, too. */
    public NodeService withSortableIds(SortableIds served) {
        return new NodeService(name, ids, clock, status, readiness, sequences, served, forms);
    }

    /** Returns a node that writes and reads public ids by the keys that are in force when it is asked, too. */
    public NodeService withPublicIds(Supplier<PublicIds> keys) {
        return new NodeService(name, ids, clock, status, readiness, sequences, sortable, new IdForms(keys));
    }

    private NodeService(
            String name,
            IdSource ids,
            MillisClock clock,
            Supplier<NodeStatus> status,
            Supplier<Readiness.Report> readiness,
            @Nullable SequenceResponder sequences,
            @Nullable SortableIds sortable,
            IdForms forms) {
        this.readiness = requireNonNull(readiness);
        this.sequences = sequences;
        this.sortable = sortable;
        this.forms = forms;
        this.name = requireNonNull(name);
        this.ids = requireNonNull(ids);
        this.clock = requireNonNull(clock);
        this.status = requireNonNull(status);
    }

    /** Returns the node's name. */
    public String name() {
        return name;
    }

    /** Returns why every call for numbers of sequences is refused now; empty if it is not, or none are served. */
    public Optional<Unavailability> closedSequences() {
        return Optional.ofNullable(sequences).flatMap(SequenceResponder::closed);
    }

    /** From now on reports in the status that it is draining, and answers requests as before. */
    public void announceDrain() {
        announced = true;
    }

    /** From now on refuses all requests but those for the status. */
    public void drain() {
        draining = true;
    }

    @Override
    public Reply begin(Request request) {
        if (draining && !(request instanceof Request.Status)) {
            throw new RequestRefusedException(Answer.Refusal.draining(name));
        }
        try {
            return reply(request);
        } catch (IdUnavailableException e) {
            throw new RequestRefusedException(Answer.Refusal.of(e));
        } catch (NoWorkerIdException e) {
            throw new RequestRefusedException(Answer.Refusal.of(e.unavailability()));
        }
    }

    /** Dispatches a request: one case for each row of the table. */
    private Reply reply(Request request) {
        return switch (request.kind()) {
            case INIT -> new Answer.Initialized();
            case GENERATE -> generate((Request.Generate) request);
            case GENERATE_BATCH -> generateBatch((Request.GenerateBatch) request);
            case GENERATE_SORTABLE, GENERATE_UUID -> generateSortable((Request.GenerateSortable) request);
            case DECOMPOSE -> decompose((Request.Decompose) request);
            case TIME_INFO -> timeInfo();
            case VERIFY_IDS -> verifyIds((Request.VerifyIds) request);
            case STATUS -> status();
            case SEQUENCE_CREATE -> sequence((SequenceRequest.Create) request, SequenceResponder::create);
            case SEQUENCE_NEXT -> sequence((SequenceRequest.Next) request, SequenceResponder::next);
            case SEQUENCE_CONFIRM, SEQUENCE_CANCEL, SEQUENCE_VOID ->
                sequence((SequenceRequest.Settle) request, SequenceResponder::settle);
            case SEQUENCE_PENDING -> sequence((SequenceRequest.Pending) request, SequenceResponder::pending);
            case SEQUENCE_LEDGER -> sequence((SequenceRequest.Ledger) request, SequenceResponder::ledger);
            case SEQUENCE_BALANCE -> sequence((SequenceRequest.Balance) request, SequenceResponder::balance);
            case SEQUENCE_RELEASE -> sequence((SequenceRequest.Release) request, SequenceResponder::release);
            case SEQUENCE_PARSE -> sequence((SequenceRequest.Parse) request, SequenceResponder::parse);
            case SEQUENCE_DESCRIBE -> sequence((SequenceRequest.Describe) request, SequenceResponder::describe);
            case SEQUENCE_LIST -> sequence((SequenceRequest.ListPage) request, SequenceResponder::list);
            case SEQUENCE_APPEND -> sequence((SequenceRequest.Append) request, SequenceResponder::append);
            case SEQUENCE_ADVANCE -> sequence((SequenceRequest.Advance) request, SequenceResponder::advance);
            case SEQUENCE_TURN_BACK -> sequence((SequenceRequest.TurnBack) request, SequenceResponder::turnBack);
            case SEQUENCE_CONFIGURE -> sequence((SequenceRequest.Configure) request, SequenceResponder::configure);
            case SEQUENCE_DELETE -> sequence((SequenceRequest.Delete) request, SequenceResponder::delete);
            case AUTH, CONNECTION, UNKNOWN ->
                throw new IllegalArgumentException("must be of a kind that is known: " + request);
        };
    }

    private <R extends SequenceRequest> Reply sequence(
            R request, BiFunction<Sequences, R, CompletionStage<Answer>> handler) {
        if (sequences == null) {
            throw new RequestRefusedException(
                    ErrorCode.NOT_SUPPORTED, "there are no sequences here: the node was started without ZooKeeper");
        }
        return sequences.begin(request, handler);
    }

    private Reply generateSortable(Request.GenerateSortable request) {
        if (sortable == null) {
            throw new RequestRefusedException(
                    ErrorCode.NOT_SUPPORTED, "there are no sortable ids here: the node was started without ZooKeeper");
        }
        return begun(pending(sortable, request));
    }

    @Override
    public long tryGenerate() {
        if (draining) {
            return IdSource.NONE;
        }
        try {
            return ids.tryNext();
        } catch (IdUnavailableException | NoWorkerIdException e) {
            // The same failure comes again when the request is begun, and is reported then.
            return IdSource.NONE;
        }
    }

    @Override
    public long tryIncrement(String sequence, int by) {
        return draining || sequences == null ? Sequences.NONE : sequences.tryNext(sequence, by);
    }

    @Override
    public long lastOfBlocks(String sequence) {
        return sequences == null ? Sequences.NONE : sequences.lastOfBlocks(sequence);
    }

    private Reply generate(Request.Generate request) {
        if (request.form().name() != IdForm.Name.PLAIN) {
            return drawn(request.after(), 1, forms.answer(request.form(), request.format()));
        }
        if (request.after().isPresent()) {
            return drawn(request.after(), 1, drawn -> new Answer.Generated(drawn.first(0), request.format()));
        }
        long id = ids.tryNext();
        if (id != IdSource.NONE) {
            return new Answer.Generated(id, request.format());
        }
        waits.increment();
        return pending(1, drawn -> new Answer.Generated(drawn.first(0), request.format()));
    }

    private Reply generateBatch(Request.GenerateBatch request) {
        Layout layout = ids.layout();
        Function<IdRuns, Answer> answer = request.form().name() == IdForm.Name.PLAIN
                ? drawn -> new Answer.GeneratedBatch(drawn, drawn.highestSequence(layout), request.format())
                : forms.batch(request.form(), request.format(), layout);
        return drawn(request.after(), request.count(), answer);
    }

    private Reply drawn(OptionalLong after, int count, Function<IdRuns, Answer> answer) {
        return after.isPresent() ? after(after.getAsLong(), count, answer) : begun(pending(count, answer));
    }

    /** Requests that wait for the tick of one id do not wait behind those for a later one. */
    private Reply after(long other, int count, Function<IdRuns, Answer> answer) {
        IdsAfter larger = new IdsAfter(ids, clock, other);
        IdRuns drawn = new IdRuns();
        return begun(new PendingIds(
                larger::due, ids::stall, count, () -> larger.tryNext(drawn, count), () -> answer.apply(drawn)));
    }

    private Reply begun(PendingIds batch) {
        batch.advance();
        Answer answer = batch.answer();
        if (answer != null) {
            return answer;
        }
        waits.increment();
        return batch;
    }

    /** Returns how many requests for ids had to wait for the next tick since the node was started. */
    public long waits() {
        return waits.sum();
    }

    private PendingIds pending(int count, Function<IdRuns, Answer> answer) {
        IdRuns drawn = new IdRuns();
        return new PendingIds(() -> ids, ids::stall, count, () -> drawInto(drawn, count), () -> answer.apply(drawn));
    }

    /** They may take to the end of a tick, a second at the most, and those of one kind do not wait for the ticks of another. */
    private static PendingIds pending(SortableIds from, Request.GenerateSortable request) {
        SortableIdRuns drawn = new SortableIdRuns(request.ids());
        return new PendingIds(
                request::ids,
                from::stall,
                request.count(),
                () -> from.tryNext(request.ids(), drawn, request.count()),
                () -> new Answer.GeneratedSortable(drawn, request.format(), request.prefix()));
    }

    private int drawInto(IdRuns drawn, int count) {
        ids.tryNext(drawn, count - drawn.size());
        return drawn.size();
    }

    private Answer decompose(Request.Decompose request) {
        try {
            AnyId id = forms.read(request.id(), request.form());
            DecomposedId parts = id.decompose(ids.layout());
            return new Answer.Decomposed(
                    parts.time().toEpochMilli(),
                    parts.workerId(),
                    parts.sequence(),
                    Optional.of(id.text()).filter(usual -> !usual.equals(request.id())));
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new RequestRefusedException(ErrorCode.MALFORMED_REQUEST, String.valueOf(e.getMessage()));
        }
    }

    private static Answer verifyIds(Request.VerifyIds request) {
        return IdCheck.of(request.ids()).answer(request.format());
    }

    private Answer timeInfo() {
        Layout layout = ids.layout();
        long nowMillis = clock.millis();
        return new Answer.TimeInfo(
                nowMillis - layout.epochMillis(),
                layout.epochMillis(),
                millis(layout),
                yearsBetween(Instant.ofEpochMilli(nowMillis), layout.end()));
    }

    /** Returns the last timestamp in milliseconds, or the highest long. */
    private static long millis(Layout layout) {
        long tick = layout.tick().millis();
        return layout.maxTimestamp() > Long.MAX_VALUE / tick ? Long.MAX_VALUE : layout.maxTimestamp() * tick;
    }

    private Answer status() {
        NodeStatus now = status.get();
        Readiness.Report report = readiness.get();
        return new Answer.Status(
                now,
                ids.workerId(),
                report.problem(),
                reservedRemaining(now),
                draining || announced,
                ids.layout(),
                ids.highestSequences(),
                report.remark());
    }

    private OptionalLong reservedRemaining(NodeStatus now) {
        OptionalLong until = now.reservedUntilMillis();
        return until.isEmpty() || ids.refusal().isPresent()
                ? OptionalLong.empty()
                : OptionalLong.of(Math.max(0, until.getAsLong() - clock.millis()));
    }

    /** Returns the whole years by the calendar, 0 if the end has passed. */
    private static long yearsBetween(Instant now, Instant end) {
        Instant countable = end.isAfter(CALENDAR_END) ? CALENDAR_END : end;
        return Math.max(0, ChronoUnit.YEARS.between(now.atOffset(ZoneOffset.UTC), countable.atOffset(ZoneOffset.UTC)));
    }
}
