package io.snowkeeper.sequences.plan;

import io.snowkeeper.coordinator.store.StoredRecord;
import io.snowkeeper.core.business.Period;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.text.DurationFormat;
import io.snowkeeper.sequences.Grant;
import io.snowkeeper.sequences.NextRequest;
import io.snowkeeper.sequences.SequenceFullException;
import io.snowkeeper.sequences.SequencePreconditionException;
import io.snowkeeper.sequences.SequenceUsedUpException;
import io.snowkeeper.sequences.record.KeyRecord;
import io.snowkeeper.sequences.record.SequencePaths;
import io.snowkeeper.sequences.record.SequenceRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The command that takes numbers. */
public final class NextCommand extends Command<Grant> {

    private final NextRequest request;
    private final BlockStock stock;
    private final Consumer<String> abandoned;

    /** The numbers for the key; they stay ours while the write is tried again. */
    private @Nullable Drawn drawn;

    /**
     * Numbers of the stock.
     *
     * @param incarnation the sequence that they are of; to another one of its name they mean nothing
     */
    private record Drawn(String incarnation, Grant grant) {}

    /** @param abandoned receives a reservation that no caller can know */
    public NextCommand(
            NextRequest request, BlockStock stock, Consumer<String> abandoned, long arrived, long timeoutNanos) {
        super(arrived, timeoutNanos);
        this.request = request;
        this.stock = stock;
        this.abandoned = abandoned;
    }

    @Override
    public void plan(Draft draft) {
        if (request.run() && draft.record().mode() == SequenceMode.GAPLESS) {
            throw new SequencePreconditionException(
                    "sequence %s is gapless and cannot be incremented: each of its numbers is reserved, then confirmed or cancelled; ask for its next number instead"
                            .formatted(draft.sequence()));
        }
        if (request.key().isPresent()) {
            planKeyed(draft, request.key().get());
        } else {
            requireRoomForTexts(draft);
            beginPeriod(draft);
            draft.allocation().plan(this, draft);
        }
    }

    private static void beginPeriod(Draft draft) {
        if (draft.record().periods() != null) {
            PeriodTurn.begin(draft);
        }
    }

    @Override
    public boolean takesNumbers() {
        return true;
    }

    @Override
    public boolean makesZnodes(SequenceRecord record) {
        return request.key().isPresent() || Allocation.of(record.mode()).makesRecords();
    }

    private void planKeyed(Draft draft, String key) {
        if (drawn != null && !drawn.incarnation().equals(draft.incarnation())) {
            giveUpDrawn();
        }
        String path = SequencePaths.key(draft.sequence(), draft.incarnation(), key);
        Grant same = draft.sameKey(path);
        if (same != null) {
            draft.onCommit(CommitAction.of(() -> {
                answerKnown(same);
                return true;
            }));
            return;
        }
        Optional<Grant> known =
                mustLook(draft) ? draft.read(path).map(znode -> known(draft.record(), key, znode)) : Optional.empty();
        if (known.isPresent()) {
            draft.answer(this, () -> {
                giveUpDrawn();
                answerKnown(known.get());
                return true;
            });
            return;
        }
        beginPeriod(draft);
        if (drawn != null && !drawn.grant().period().equals(draft.record().period())) {
            giveUpDrawn();
        }
        requireRoomForTexts(draft);
        requireRoomForKey(draft.record());
        draft.znodes().ensureParent(SequencePaths.parent(path));
        SequenceRecord before = draft.record();
        Grant grant = draft.allocation().planKeyed(this, draft, key);
        draft.znodes()
                .create(
                        path,
                        new KeyRecord(
                                key,
                                grant.places(),
                                grant.reservation().orElse(null),
                                before.options().keyRetentionMillis(),
                                grant.period().map(Period::text).orElse(null)));
        draft.update(draft.record().withKeys(before.keys() + 1));
        draft.keyed(path, grant);
    }

    private Grant known(SequenceRecord state, String key, StoredRecord znode) {
        KeyRecord record = znode.as(KeyRecord.class);
        if (!record.key().equals(key)) {
            throw new SequencePreconditionException(
                    "the key cannot be used, another key has its place in ZooKeeper; ask with another key, or once that one is forgotten: sequence=%s, key=%s"
                            .formatted(request.sequence(), key));
        }
        return record.toGrant(state.step());
    }

    /** Usually a key is new, and its creation fails if it is not. It is looked for where that would come too late. */
    private boolean mustLook(Draft draft) {
        SequenceRecord record = draft.record();
        return draft.readsFirst()
                || (!request.hasRoomForTexts() && record.options().format() != null)
                || draft.allocation().looksForKeys()
                || record.keys() >= record.options().maxKeys()
                || record.pending() >= record.options().maxPending()
                || record.remaining() < request.count();
    }

    private void requireRoomForTexts(Draft draft) {
        if (draft.record().options().format() != null) {
            request.requireRoomForTexts();
        }
    }

    private void answerKnown(Grant known) {
        if (known.count() == request.count()) {
            answer().complete(known);
        } else {
            answer().completeExceptionally(new SequencePreconditionException(
                    "the key was used before to ask for another count; ask with count=%s, or with another key: sequence=%s, key=%s, count=%s"
                            .formatted(
                                    known.count(),
                                    request.sequence(),
                                    request.key().orElse(""),
                                    request.count())));
        }
    }

    private void requireRoomForKey(SequenceRecord record) {
        if (record.keys() >= record.options().maxKeys()) {
            if (record.options().keepsKeysForever()) {
                throw new SequenceFullException(
                        "sequence %s knows %s keys, its limit, and knows them for ever: raise max_keys, or ask without a key"
                                .formatted(request.sequence(), record.keys()));
            }
            boolean held = record.mode() == SequenceMode.GAPLESS
                    && record.options().term().holds();
            throw new SequenceFullException("sequence %s knows %s keys, its limit; each is known for %s at least%s"
                    .formatted(
                            request.sequence(),
                            record.keys(),
                            DurationFormat.format(
                                    Duration.ofMillis(record.options().keyRetentionMillis())),
                            held
                                    ? ", and as long as its reservation is pending: settle those that are held, ask later, or raise max_keys"
                                    : ": ask without a key, later, or after raising max_keys"));
        }
    }

    /** Answers by numbers of the stock, which nothing need be written for. */
    void serveFromStock(Draft draft) {
        answerFromStock(takeFromStock(draft));
    }

    private void answerFromStock(Grant grant) {
        if (!answer().complete(grant)) {
            stock.giveUp(request.count());
        }
    }

    /** Returns whether numbers must be written for this caller, though the mode is block. */
    boolean mustWrite() {
        return drawn == null && stock.isShut();
    }

    /** Answers by numbers that were never in the stock. */
    boolean answerPastStock(Grant grant) {
        boolean wanted = answer().complete(grant);
        if (wanted || request.key().isPresent()) {
            stock.gavePast(request.count());
        }
        return wanted || request.key().isPresent();
    }

    /** Grants numbers of the stock that are to go with the key. */
    Grant draw(Draft draft) {
        Drawn ours = drawn;
        if (ours == null) {
            ours = new Drawn(draft.incarnation(), takeFromStock(draft));
            drawn = ours;
        }
        Grant grant = ours.grant();
        draft.onCommit(new CommitAction(grant.places(), false, () -> keepDrawn(grant), () -> {}));
        return grant;
    }

    private boolean keepDrawn(Grant grant) {
        drawn = null;
        // Even if the caller has gone, the key returns them.
        answer().complete(grant);
        return true;
    }

    @Override
    public void serveWithoutState() {
        if (request.key().isEmpty() && !isSettled()) {
            Grant grant = stock.grant(request);
            if (grant != null) {
                answerFromStock(grant);
            }
        }
    }

    @Override
    public void dropped() {
        giveUpDrawn();
    }

    /** The stock has gone on since: these numbers could only be handed out in disorder. */
    private void giveUpDrawn() {
        if (drawn != null) {
            drawn = null;
            stock.giveUp(request.count());
        }
    }

    private Grant takeFromStock(Draft draft) {
        Grant grant = stock.grant(request);
        if (grant != null) {
            return grant;
        }
        long left = stock.available() + draft.record().untaken();
        if (left < request.count()) {
            throw usedUp(left, draft.record());
        }
        stock.want(request.count());
        throw new PlanAgainException();
    }

    int count() {
        return request.count();
    }

    @Nullable
    String subject() {
        return request.subject().orElse(null);
    }

    /**
     * Grants the next numbers of the state, without a reservation.
     *
     * @throws SequenceUsedUpException if the state has fewer left
     */
    Grant grantNext(Draft draft) {
        requireLeft(draft.record());
        List<NumberRange> runs = take(draft);
        return new Grant(
                runs, Optional.empty(), draft.record().period(), draft.record().step());
    }

    /** Takes the next numbers of the state, and returns their places; there must be as many. */
    List<NumberRange> take(Draft draft) {
        if (request.run()) {
            return takeRun(draft);
        }
        List<NumberRange> runs = new ArrayList<>(takeReturned(draft));
        long fresh = request.count();
        for (NumberRange run : runs) {
            fresh -= run.size();
        }
        SequenceRecord record = draft.record();
        runs.addAll(record.untaken(fresh));
        draft.update(record.withTaken(record.taken() + fresh));
        return runs;
    }

    private List<NumberRange> takeReturned(Draft draft) {
        return draft.record().returned().isEmpty() ? List.of() : ReturnedParts.takeLowest(draft, request.count());
    }

    /** Takes the next numbers of the state that follow each other, and gives up those before a gap. */
    private List<NumberRange> takeRun(Draft draft) {
        SequenceRecord record = draft.record();
        long skipped = 0;
        while (record.untaken() - skipped >= request.count()) {
            SequenceRecord rest = record.withTaken(record.taken() + skipped);
            List<NumberRange> runs = rest.untaken(request.count());
            if (request.accepts(runs)) {
                draft.update(rest.withTaken(rest.taken() + request.count()));
                return runs;
            }
            skipped += runs.get(0).size();
        }
        throw new SequenceUsedUpException(
                "sequence %s has no %s numbers left that follow each other, of %s that are left; ask for fewer, or append a range"
                        .formatted(request.sequence(), request.count(), record.untaken()));
    }

    /** @throws SequenceUsedUpException if the state has fewer numbers left */
    void requireLeft(SequenceRecord record) {
        if (record.remaining() < request.count()) {
            throw usedUp(record.remaining(), record);
        }
    }

    /**
     * A reservation unknown to all callers would rest until its time is up. With a key, a caller may still repeat the
     * request.
     */
    void abandon(Grant grant, @Nullable String key) {
        if (key == null) {
            grant.reservation().ifPresent(abandoned);
        }
    }

    private SequenceUsedUpException usedUp(long left, SequenceRecord record) {
        String ofPeriod = record.period().map(period -> " of " + period.text()).orElse("");
        return new SequenceUsedUpException("sequence %s is used up: %s numbers%s are left, count=%s; append a range"
                .formatted(request.sequence(), left, ofPeriod, request.count()));
    }
}
