package io.snowkeeper.coordinator.memory;

import static io.snowkeeper.coordinator.store.StoreSession.ANY_VERSION;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.snowkeeper.coordinator.store.Change;
import io.snowkeeper.coordinator.store.Change.Create;
import io.snowkeeper.coordinator.store.Change.Delete;
import io.snowkeeper.coordinator.store.Change.Set;
import io.snowkeeper.coordinator.store.CoordinationStore;
import io.snowkeeper.coordinator.store.Election;
import io.snowkeeper.coordinator.store.EphemeralRecord;
import io.snowkeeper.coordinator.store.NoAnswerException;
import io.snowkeeper.coordinator.store.RecordChildren;
import io.snowkeeper.coordinator.store.RecordStamp;
import io.snowkeeper.coordinator.store.Refusal;
import io.snowkeeper.coordinator.store.StoreDeniedException;
import io.snowkeeper.coordinator.store.StoreSession;
import io.snowkeeper.coordinator.store.StoreState;
import io.snowkeeper.coordinator.store.StoredRecord;
import io.snowkeeper.coordinator.store.WriteRefusedException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The faults that the store in memory can be given, and the order of its actions. */
class MemoryFaultsTest {

    private final AtomicLong now = new AtomicLong(1_000);
    private final MemoryEnsemble ensemble = new MemoryEnsemble(now::get);
    private final MemoryStore a = ensemble.client();
    private final MemoryStore b = ensemble.client();

    @BeforeEach
    void startBoth() {
        a.start();
        b.start();
        assertThat(a.session().ensure("")).isCompleted();
        write(a, new Create("/r", bytes("0")));
    }

    // --- writes without an answer

    @Test
    void writesMayPassBeforeOneIsLost() {
        a.passWrites(1);
        a.loseRequests(1);
        write(a, set("1", 0));
        assertThat(failure(a.session().write(List.of(set("2", 1))))).isInstanceOf(NoAnswerException.class);
        assertThat(payload(b)).isEqualTo("1");
    }

    @Test
    void whatIsTooLargeForTheServersIsNotAnswered() {
        ensemble.takeWrites(1_000);
        assertThat(failure(a.session().write(List.of(set("x".repeat(1_000), 0)))))
                .isInstanceOf(NoAnswerException.class);
        write(a, set("x".repeat(900), 0));
    }

    @Test
    void aRequestThatIsLostIsNotDone() {
        a.loseRequests(1);
        assertThat(failure(a.session().write(List.of(set("1", 0))))).isInstanceOf(NoAnswerException.class);
        assertThat(payload(b)).isEqualTo("0");
        write(a, set("2", 0));
    }

    @Test
    void aWriteWhoseAnswerIsLostIsDone() {
        a.loseAnswers(1);
        assertThat(failure(a.session().write(List.of(set("1", 0))))).isInstanceOf(NoAnswerException.class);
        assertThat(payload(b)).isEqualTo("1");
        write(a, set("2", 1));
    }

    @Test
    void aRefusalWhoseAnswerIsLostIsUnknownToo() {
        a.loseAnswers(1);
        assertThat(failure(a.session().write(List.of(set("1", 7))))).isInstanceOf(NoAnswerException.class);
        assertThat(payload(b)).isEqualTo("0");
    }

    @Test
    void aDelayedWriteIsDoneLater() {
        CompletableFuture<?> delayed = delayedWrite();
        assertThat(failure(delayed)).isInstanceOf(NoAnswerException.class);
        assertThat(payload(b)).isEqualTo("0");
        a.deliverDelayed();
        assertThat(payload(b)).isEqualTo("1");
    }

    @Test
    void aDelayedWriteIsNeverDoneOnceItsSessionHasAnotherConnection() {
        delayedWrite();
        a.heal();
        a.deliverDelayed();
        assertThat(payload(a)).isEqualTo("0");
    }

    @Test
    void aDelayedWriteIsDoneUnderTheNextSessionsEyesWhileItsOwnLives() {
        long first = a.session().id();
        delayedWrite();
        a.giveUp();
        a.heal();
        assertThat(a.session().id()).isNotEqualTo(first);
        assertThat(payload(a)).isEqualTo("0");
        a.deliverDelayed();
        assertThat(payload(a)).isEqualTo("1");
    }

    @Test
    void aDelayedWriteIsNeverDoneOnceItsSessionHasEnded() {
        delayedWrite();
        ensemble.expire(a.session().id());
        a.deliverDelayed();
        assertThat(payload(b)).isEqualTo("0");
    }

    @Test
    void whatIsHeldUpIsDoneWhenTheConnectionIsHealed() {
        a.hold();
        CompletableFuture<?> held = a.session().write(List.of(set("1", 0)));
        assertThat(held).isNotDone();
        assertThat(payload(b)).isEqualTo("0");
        a.heal();
        assertThat(held).isCompleted();
        assertThat(payload(b)).isEqualTo("1");
    }

    @Test
    void whatIsHeldUpIsNotDoneIfTheConnectionIsCut() {
        a.hold();
        CompletableFuture<?> held = a.session().write(List.of(set("1", 0)));
        a.cut();
        assertThat(failure(held)).isInstanceOf(NoAnswerException.class);
        a.heal();
        assertThat(payload(a)).isEqualTo("0");
    }

    @Test
    void aWriteThatIsTooLargeBreaksTheConnection() {
        List<StoreState> states = states(a);
        assertThat(failure(a.session().write(List.of(new Set("/r", new byte[2_000_000], 0)))))
                .isInstanceOf(NoAnswerException.class);
        assertThat(states).containsExactly(StoreState.SUSPENDED, StoreState.RECONNECTED, StoreState.LOGIN_TAKEN);
        assertThat(payload(a)).isEqualTo("0");
    }

    // --- servers that lag

    @Test
    void aServerThatLagsCatchesUpByASync() {
        b.lag();
        write(a, set("1", 0));
        assertThat(payload(b)).isEqualTo("0");
        assertThat(b.session().sync()).isCompleted();
        assertThat(payload(b)).isEqualTo("1");
        write(a, set("2", 1));
        assertThat(payload(b)).isEqualTo("1");
    }

    @Test
    void aServerThatFollowsAnOldLeaderCatchesUpByAConfirmationOnly() {
        b.lagBehindOldLeader();
        write(a, set("1", 0));
        assertThat(b.session().sync()).isCompleted();
        assertThat(payload(b)).isEqualTo("0");
        assertThat(b.session().confirm("/r")).isCompletedWithValue(true);
        assertThat(payload(b)).isEqualTo("1");
    }

    @Test
    void aServerThatLagsKnowsWhatWasWrittenThroughIt() {
        b.lagBehindOldLeader();
        write(a, set("1", 0));
        write(b, set("2", 1));
        assertThat(payload(b)).isEqualTo("2");
    }

    @Test
    void aServerThatLagsCallsWatchesWhenItCatchesUp() {
        b.lag();
        write(a, set("1", 0));
        AtomicInteger calls = new AtomicInteger();
        assertThat(b.session().read("/r", calls::incrementAndGet)).isCompleted();
        assertThat(calls).hasValue(0);
        b.stopLagging();
        assertThat(calls).hasValue(1);
        assertThat(payload(b)).isEqualTo("1");
    }

    @Test
    void aServerThatLagsCallsTheWatchOfARecordThatWasMadeAndDeleted() {
        b.lag();
        AtomicInteger calls = new AtomicInteger();
        assertThat(b.session().stamp("/s", calls::incrementAndGet)).isCompletedWithValue(Optional.empty());
        write(a, new Create("/s", bytes("")));
        write(a, new Delete("/s", ANY_VERSION));
        assertThat(b.session().sync()).isCompleted();
        assertThat(calls).hasValue(1);
    }

    @Test
    void aServerThatLagsKnowsTheChildrenThatThereWere() {
        b.lag();
        write(a, new Create("/r/c", bytes("")));
        assertThat(b.session().children("/r").join().orElseThrow().names()).isEmpty();
        assertThat(b.session().sync()).isCompleted();
        assertThat(b.session().children("/r").join().orElseThrow().names()).containsExactly("c");
    }

    // --- sessions

    @Test
    void aClientThatIsHeldUpDoesNotHearThatItsSessionHasEnded() {
        EphemeralRecord claim = a.createEphemeral("/c-", bytes("")).join();
        List<StoreState> states = states(a);
        StoreSession ended = a.session();
        a.hold();
        CompletableFuture<?> held = ended.write(List.of(set("1", 0)));
        ensemble.expire(ended.id());
        assertThat(b.session().stamp(claim.path(), null)).isCompletedWithValue(Optional.empty());
        assertThat(states).isEmpty();
        assertThat(a.session()).isSameAs(ended);
        a.heal();
        assertThat(failure(held)).isInstanceOf(NoAnswerException.class);
        assertThat(payload(b)).isEqualTo("0");
        assertThat(states)
                .containsExactly(StoreState.SUSPENDED, StoreState.LOST, StoreState.RECONNECTED, StoreState.LOGIN_TAKEN);
        assertThat(a.session()).isNotSameAs(ended);
    }

    @Test
    void aSessionThatWasGivenUpKeepsItsRecordsUntilTheEnsembleEndsIt() {
        EphemeralRecord claim = a.createEphemeral("/c-", bytes("")).join();
        a.giveUp();
        assertThat(a.session().id()).isNotEqualTo(claim.session());
        assertThat(a.session().stamp(claim.path(), null).join()).isPresent();
        ensemble.expire(claim.session());
        assertThat(a.session().stamp(claim.path(), null).join()).isEmpty();
    }

    @Test
    void aSessionWhoseConnectionIsCutLivesUntilTheEnsembleEndsIt() {
        EphemeralRecord claim = a.createEphemeral("/c-", bytes("")).join();
        a.cut();
        assertThat(b.session().stamp(claim.path(), null).join()).isPresent();
        ensemble.expire(claim.session());
        assertThat(b.session().stamp(claim.path(), null).join()).isEmpty();
    }

    @Test
    void anEphemeralRecordWithoutAConnectionIsNotMade() {
        a.cut();
        assertThat(failure(a.createEphemeral("/c-", bytes("")))).isInstanceOf(NoAnswerException.class);
        a.heal();
        assertThat(a.session().children("").join().orElseThrow().names()).containsExactly("r");
    }

    @Test
    void anEphemeralRecordWhoseRequestIsLostIsMadeOnce() {
        a.loseRequests(1);
        EphemeralRecord claim = a.createEphemeral("/c-", bytes("")).join();
        assertThat(a.session().children("").join().orElseThrow().names())
                .containsExactlyInAnyOrder("r", claim.path().substring(1));
    }

    @Test
    void aClientThatIsHeldUpBelievesToBeElected() {
        Election first = a.election("/e", "a");
        Election second = b.election("/e", "b");
        first.enter();
        second.enter();
        a.hold();
        ensemble.expire(a.session().id());
        assertThat(first.isElected()).isTrue();
        assertThat(second.isElected()).isTrue();
        a.heal();
        assertThat(first.isElected()).isFalse();
    }

    @Test
    void aClientWithoutAConnectionIsNotElected() {
        Election first = a.election("/e", "a");
        first.enter();
        a.cut();
        assertThat(first.isElected()).isFalse();
        a.heal();
        assertThat(first.isElected()).isTrue();
    }

    // --- rights

    @Test
    void aDeniedRecordIsNeitherReadNorWritten() {
        ensemble.deny("/r");
        assertThat(failure(a.session().read("/r")))
                .asInstanceOf(type(StoreDeniedException.class))
                .returns(true, StoreDeniedException::isOfRecord);
        assertThat(failure(a.session().write(List.of(set("1", 0)))))
                .asInstanceOf(type(WriteRefusedException.class))
                .returns(Refusal.DENIED, WriteRefusedException::reason);
        assertThat(a.session().stamp("/r", null).join()).isPresent();
        ensemble.allow("/r");
        write(a, set("1", 0));
    }

    @Test
    void aRefusedLoginIsTriedAgainWhenToldTo() {
        MemoryStore c = ensemble.client();
        List<StoreState> states = states(c);
        c.refuseLogin(true);
        c.start();
        assertThat(states).containsExactly(StoreState.LOGIN_REFUSED);
        assertThat(failure(c.session().read("/r")))
                .asInstanceOf(type(StoreDeniedException.class))
                .returns(false, StoreDeniedException::isOfRecord);
        c.refuseLogin(false);
        assertThat(c.logInAgain()).isTrue();
        assertThat(c.logInAgain()).isFalse();
        assertThat(states).containsExactly(StoreState.LOGIN_REFUSED, StoreState.CONNECTED, StoreState.LOGIN_TAKEN);
        assertThat(payload(c)).isEqualTo("0");
    }

    // --- times, numbers, order

    @Test
    void recordsAreStampedByTheGivenClock() {
        now.set(2_000);
        write(a, set("1", 0));
        RecordStamp stamp = a.session().stamp("/r", null).join().orElseThrow();
        assertThat(stamp.createdMillis()).isEqualTo(1_000);
        assertThat(stamp.writtenMillis()).isEqualTo(2_000);
    }

    @Test
    void aPayloadIsCopiedInAndOut() {
        byte[] payload = bytes("1");
        write(a, new Set("/r", payload, 0));
        payload[0] = '2';
        a.session().read("/r").join().orElseThrow().payload()[0] = '3';
        assertThat(payload(a)).isEqualTo("1");
    }

    @Test
    void aCallbackRunsToItsEndBeforeTheNextOne() {
        List<String> order = new ArrayList<>();
        a.hold();
        var unused = a.session().read("/r").thenRun(() -> {
            order.add("first begins");
            var within = a.session().read("/r").thenRun(() -> order.add("second"));
            order.add("first ends");
        });
        a.heal();
        assertThat(order).containsExactly("first begins", "first ends", "second");
    }

    @Test
    void aWatchThatThrowsHoldsUpNothing() {
        assertThat(a.session().read("/r", () -> {
                    throw new IllegalStateException("a fault of the test's");
                }))
                .isCompleted();
        write(b, set("1", 0));
        assertThat(payload(a)).isEqualTo("1");
    }

    @Test
    void nothingHappensBeforeTheExecutorHasItsTurn() {
        Queue<Runnable> steps = new ArrayDeque<>();
        MemoryEnsemble stepped = new MemoryEnsemble(now::get, steps::add);
        MemoryStore first = stepped.client();
        MemoryStore second = stepped.client();
        first.start();
        second.start();
        runAll(steps);
        CompletableFuture<?> made = first.session().ensure("/r");
        CompletableFuture<Optional<StoredRecord>> before = second.session().read("/r");
        assertThat(steps).hasSize(2);
        Runnable ensure = steps.remove();
        runAll(steps);
        assertThat(before).isCompletedWithValue(Optional.empty());
        assertThat(made).isNotDone();
        ensure.run();
        CompletableFuture<Optional<StoredRecord>> after = second.session().read("/r");
        runAll(steps);
        assertThat(made).isCompleted();
        assertThat(after.join()).isPresent();
    }

    @Test
    void anEphemeralRecordWhoseAnswerIsLostIsFoundStepByStep() {
        Queue<Runnable> steps = new ArrayDeque<>();
        MemoryStore stepped = new MemoryEnsemble(now::get, steps::add).client();
        stepped.start();
        runAll(steps);
        stepped.loseAnswers(1);
        CompletableFuture<EphemeralRecord> claim = stepped.createEphemeral("/c-", bytes(""));
        runAll(steps);
        assertThat(claim).isCompleted();
        assertThat(claim.join().session()).isEqualTo(stepped.session().id());
        CompletableFuture<Optional<RecordChildren>> children = stepped.session().children("");
        runAll(steps);
        assertThat(children.join().orElseThrow().names())
                .containsExactly(claim.join().path().substring(1));
    }

    @Test
    void aRecordThatIsBornOldIsNewWhenItIsMadeAgain() {
        ensemble.bearOld("/old"::equals, 2_000);
        write(a, new Create("/young", bytes("0")));
        write(a, new Create("/old", bytes("0")));
        assertThat(List.of(version("/young"), version("/old"))).containsExactly(0, 2_000);

        write(a, new Delete("/old", 2_000));
        write(a, new Create("/old", bytes("0")));
        assertThat(version("/old")).isZero();
    }

    @Test
    void manyThreadsWriteUnderVersions() {
        int writers = 8;
        int each = 500;
        long done = IntStream.range(0, writers)
                .parallel()
                .mapToLong(writer -> {
                    MemoryStore store = ensemble.client();
                    CompletableFuture<StoreState> connected = new CompletableFuture<>();
                    store.listen(connected::complete);
                    store.start();
                    connected.join();
                    return IntStream.range(0, each)
                            .filter(i -> {
                                int version = store.session()
                                        .read("/r")
                                        .join()
                                        .orElseThrow()
                                        .stamp()
                                        .version();
                                return store.session()
                                        .write(List.of(set("" + i, version)))
                                        .handle((stamps, failure) -> failure == null)
                                        .join();
                            })
                            .count();
                })
                .sum();
        assertThat(a.session().stamp("/r", null).join().orElseThrow().version()).isEqualTo(done);
    }

    private CompletableFuture<?> delayedWrite() {
        a.delayRequest();
        return a.session().write(List.of(set("1", 0)));
    }

    private static void runAll(Queue<Runnable> steps) {
        while (!steps.isEmpty()) {
            steps.remove().run();
        }
    }

    private static List<StoreState> states(CoordinationStore store) {
        List<StoreState> states = new ArrayList<>();
        store.listen(states::add);
        return states;
    }

    private static void write(CoordinationStore store, Change change) {
        assertThat(store.session().write(List.of(change))).isCompleted();
    }

    private static Set set(String payload, int version) {
        return new Set("/r", bytes(payload), version);
    }

    private static String payload(CoordinationStore store) {
        return new String(store.session().read("/r").join().orElseThrow().payload(), UTF_8);
    }

    private int version(String path) {
        return ensemble.record(path).orElseThrow().stamp().version();
    }

    private static Throwable failure(CompletableFuture<?> answer) {
        assertThat(answer).isCompletedExceptionally();
        return answer.handle((result, failure) -> failure).join();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }
}
