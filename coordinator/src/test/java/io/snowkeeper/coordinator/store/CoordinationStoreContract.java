package io.snowkeeper.coordinator.store;

import static io.snowkeeper.coordinator.store.Answers.get;
import static io.snowkeeper.coordinator.store.StoreSession.ANY_VERSION;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.InstanceOfAssertFactories.type;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.coordinator.store.Change.Check;
import io.snowkeeper.coordinator.store.Change.Create;
import io.snowkeeper.coordinator.store.Change.Delete;
import io.snowkeeper.coordinator.store.Change.Set;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The contract of every store. A test has a root of its own that does not exist yet. */
public abstract class CoordinationStoreContract {

    private final List<Client> opened = new ArrayList<>();

    private Client a;
    private CoordinationStore b;

    /** A client whose connection can fail. */
    public interface Client extends AutoCloseable {

        /** Returns the store, which was not started. */
        CoordinationStore store();

        /** Closes the store, and lets the connection be made until then. */
        @Override
        void close();

        /** Breaks the connection, and lets none be made. */
        void cut();

        /** Lets the connection be made again. */
        void heal();

        /** Ends the session, while there is a connection, as if the client had been silent for too long. */
        void expireSession() throws Exception;

        /** Loses the answer to the next {@link StoreSession#write}, which is done; the connection is made again. */
        void loseAnswerToWrite();

        /** Loses the answer to the next {@link CoordinationStore#createEphemeral}, which is done; the connection is made again. */
        void loseAnswerToEphemeral();
    }

    /** Opens a client of this test's root. */
    protected abstract Client open() throws Exception;

    /** Returns whether there are answers that are too large for the client. */
    protected boolean limitsAnswers() {
        return true;
    }

    @BeforeEach
    void openTwoClients() throws Exception {
        a = opened();
        b = opened().store();
        a.store().start();
        b.start();
        // Servers that have just started may break the first connections.
        await().until(() -> succeeds(session().ensure("/x")));
        await().until(() -> succeeds(other().sync()));
    }

    @AfterEach
    void closeClients() {
        // Each may take a moment, in which it only waits.
        opened.parallelStream().forEach(Client::close);
    }

    // --- records

    @Test
    void aMissingRecordIsReadAsEmpty() throws Exception {
        assertThat(get(session().read("/x/no"))).isEmpty();
        assertThat(get(session().stamp("/x/no", null))).isEmpty();
        assertThat(get(session().children("/x/no"))).isEmpty();
    }

    @Test
    void aRecordIsReadAsItWasCreated() throws Exception {
        assertThat(write(create("/x/r", "payload"))).hasSize(1).containsOnlyNulls();
        StoredRecord read = read("/x/r");
        assertThat(read.path()).isEqualTo("/x/r");
        assertThat(read.payload()).isEqualTo(bytes("payload"));
        assertThat(read.stamp().version()).isZero();
        assertThat(read.stamp().written()).isEqualTo(read.stamp().created());
        assertThat(read.stamp().writtenMillis()).isEqualTo(read.stamp().createdMillis());
        assertThat(read.stamp().children()).isZero();
        assertThat(read.stamp().session()).isZero();
        assertThat(get(session().stamp("/x/r", null))).contains(read.stamp());
    }

    @Test
    void severalRecordsAreReadByOneRequestInTheirOrder() throws Exception {
        write(create("/x/a", "0"), create("/x/b", ""), create("/x/c", "2"));
        write(set("/x/c", "3", 0));
        assertThat(get(session().readAll(List.of("/x/c", "/x/no", "/x/a", "/x/b", "/x/a"))))
                .usingRecursiveFieldByFieldElementComparator()
                .containsExactly(
                        Optional.of(read("/x/c")),
                        Optional.empty(),
                        Optional.of(read("/x/a")),
                        Optional.of(read("/x/b")),
                        Optional.of(read("/x/a")));
        assertThat(get(session().readAll(List.of("/x/no", "/x/no/r")))).containsOnly(Optional.empty());
    }

    @Test
    void whatIsReadByOneRequestSeesTheSessionsWritesBeforeIt() throws Exception {
        var unused = session().write(List.of(create("/x/a", "0"), create("/x/b", "0")));
        var unusedToo = session().write(List.of(set("/x/b", "1", 0)));
        assertThat(get(session().readAll(List.of("/x/a", "/x/b"))))
                .extracting(record -> record.orElseThrow().stamp().version())
                .containsExactly(0, 1);
    }

    @Test
    void anEmptyPayloadIsReadAsEmpty() throws Exception {
        write(create("/x/r", ""));
        assertThat(read("/x/r").payload()).isEmpty();
    }

    @Test
    void aRecordIsReadByTheOtherClientAfterASync() throws Exception {
        write(create("/x/r", "payload"));
        var unused = other().sync();
        assertThat(get(other().read("/x/r")).orElseThrow().payload()).isEqualTo(bytes("payload"));
    }

    @Test
    void aWriteCountsTheVersionAndReturnsTheStamp() throws Exception {
        write(create("/x/r", "0"));
        RecordStamp made = read("/x/r").stamp();
        RecordStamp once = write(set("/x/r", "1", 0)).get(0);
        RecordStamp twice = write(set("/x/r", "2", 1)).get(0);
        assertThat(List.of(once.version(), twice.version())).containsExactly(1, 2);
        assertThat(List.of(once.created(), twice.created())).containsOnly(made.created());
        assertThat(List.of(once.createdMillis(), twice.createdMillis())).containsOnly(made.createdMillis());
        assertThat(once.written()).isGreaterThan(made.written());
        assertThat(twice.written()).isGreaterThan(once.written());
        assertThat(read("/x/r").stamp()).isEqualTo(twice);
        assertThat(read("/x/r").payload()).isEqualTo(bytes("2"));
    }

    @Test
    void aRecordThatIsMadeAgainHasVersionZeroAndAnotherCreation() throws Exception {
        write(create("/x/r", "0"));
        RecordStamp last = write(set("/x/r", "1", 0)).get(0);
        write(delete("/x/r", 1));
        write(create("/x/r", "0"));
        RecordStamp again = read("/x/r").stamp();
        assertThat(again.version()).isZero();
        assertThat(again.created()).isGreaterThan(last.written());
    }

    @Test
    void aParentTellsOfItsChildren() throws Exception {
        write(create("/x/p", ""));
        RecordStamp empty = read("/x/p").stamp();
        write(create("/x/p/a", ""), create("/x/p/b", ""), create("/x/p/b/c", ""));
        RecordStamp two = read("/x/p").stamp();
        write(delete("/x/p/a", ANY_VERSION));
        RecordChildren one = get(session().children("/x/p")).orElseThrow();
        assertThat(one.names()).containsExactly("b");
        assertThat(List.of(empty.children(), two.children(), one.stamp().children()))
                .containsExactly(0, 2, 1);
        assertThat(List.of(empty.childChanges(), two.childChanges(), one.stamp().childChanges()))
                .containsExactly(0, 2, 3);
        assertThat(empty.childrenChanged()).isEqualTo(empty.created());
        assertThat(two.childrenChanged()).isGreaterThan(empty.childrenChanged());
        assertThat(one.stamp().childrenChanged()).isGreaterThan(two.childrenChanged());
        assertThat(List.of(two.version(), one.stamp().version())).containsOnly(0);
        assertThat(List.of(two.written(), one.stamp().written())).containsOnly(empty.written());
    }

    @Test
    void childrenAreNamedAndGrandchildrenNot() throws Exception {
        write(
                create("/x/p", ""),
                create("/x/p/a", ""),
                create("/x/p/b", ""),
                create("/x/p/b/c", ""),
                create("/x/pq", ""));
        assertThat(get(session().children("/x/p")).orElseThrow().names()).containsExactlyInAnyOrder("a", "b");
    }

    @Test
    void aWriteToAChildIsNoneToItsParent() throws Exception {
        write(create("/x/p", ""), create("/x/p/c", ""));
        RecordStamp before = read("/x/p").stamp();
        write(set("/x/p/c", "1", ANY_VERSION));
        assertThat(read("/x/p").stamp()).isEqualTo(before);
    }

    @Test
    void transactionsAreNumberedOverAllRecords() throws Exception {
        write(create("/x/a", ""));
        var unused = other().sync();
        get(other().write(List.of(create("/x/b", ""))));
        write(create("/x/c", ""));
        assertThat(List.of(
                        read("/x/a").stamp().created(),
                        read("/x/b").stamp().created(),
                        read("/x/c").stamp().created()))
                .isSorted()
                .doesNotHaveDuplicates();
    }

    @Test
    void ensureMakesWhatIsMissingAbove() throws Exception {
        get(session().ensure("/x/a/b/c"));
        assertThat(read("/x/a/b/c").payload()).isEmpty();
        assertThat(get(session().stamp("", null))).isPresent();
    }

    @Test
    void ensureLeavesWhatIsThere() throws Exception {
        write(create("/x/r", "payload"));
        RecordStamp made = read("/x/r").stamp();
        get(session().ensure("/x/r"));
        assertThat(read("/x/r").stamp()).isEqualTo(made);
        assertThat(read("/x/r").payload()).isEqualTo(bytes("payload"));
    }

    @Test
    void whatIsAskedAfterAnEnsureIsCarriedOutAfterIt() throws Exception {
        CompletableFuture<?> ensured = session().ensure("/x/a/b/c");
        CompletableFuture<?> written = session().write(List.of(create("/x/a/b/c/d", ""), set("/x/a/b/c", "1", 0)));
        get(ensured);
        get(written);
        assertThat(read("/x/a/b/c").payload()).isEqualTo(bytes("1"));
    }

    // --- conditions

    @Test
    void whatIsThereIsNotCreated() throws Exception {
        write(create("/x/r", "first"));
        assertRefused(0, Refusal.EXISTS, create("/x/r", "second"));
        assertThat(read("/x/r").payload()).isEqualTo(bytes("first"));
    }

    @Test
    void nothingIsCreatedBelowWhatIsMissing() throws Exception {
        assertRefused(0, Refusal.MISSING, create("/x/no/r", ""));
    }

    @Test
    void nothingIsCreatedBelowAnEphemeralRecord() throws Exception {
        EphemeralRecord claim = get(a.store().createEphemeral("/x/c-", bytes("")));
        assertRefused(0, Refusal.OTHER, create(claim.path() + "/r", ""));
    }

    @Test
    void nothingIsEnsuredBelowAnEphemeralRecord() throws Exception {
        String claim = get(a.store().createEphemeral("/x/c-", bytes(""))).path();
        assertRefusal(failure(session().ensure(claim + "/r")), 0, Refusal.OTHER);
        assertRefusal(failure(session().ensure(claim + "/r/s")), 0, Refusal.MISSING);
        assertThat(read(claim).stamp().children()).isZero();
    }

    @Test
    void nothingEphemeralIsCreatedBelowAnEphemeralRecord() throws Exception {
        String claim = get(a.store().createEphemeral("/x/c-", bytes(""))).path();
        assertRefusal(failure(b.createEphemeral(claim + "/c-", bytes(""))), 0, Refusal.OTHER);
        assertRefusal(failure(b.createEphemeral(claim + "/r/s/c-", bytes(""))), 0, Refusal.OTHER);
        assertThat(read(claim).stamp().children()).isZero();
    }

    @Test
    void whatIsMissingIsNotWrittenDeletedOrConfirmed() throws Exception {
        assertRefused(0, Refusal.MISSING, set("/x/no", "", ANY_VERSION));
        assertRefused(0, Refusal.MISSING, delete("/x/no", ANY_VERSION));
        assertRefused(0, Refusal.MISSING, new Check("/x/no", ANY_VERSION));
    }

    @Test
    void anotherVersionIsNotWrittenDeletedOrConfirmed() throws Exception {
        write(create("/x/r", "0"));
        write(set("/x/r", "1", 0));
        assertRefused(0, Refusal.VERSION, set("/x/r", "2", 0));
        assertRefused(0, Refusal.VERSION, delete("/x/r", 2));
        assertRefused(0, Refusal.VERSION, new Check("/x/r", 0));
        assertThat(read("/x/r").payload()).isEqualTo(bytes("1"));
    }

    @Test
    void anyVersionIsWrittenDeletedAndConfirmed() throws Exception {
        write(create("/x/r", "0"));
        write(set("/x/r", "1", 0));
        write(new Check("/x/r", ANY_VERSION), set("/x/r", "2", ANY_VERSION), delete("/x/r", ANY_VERSION));
        assertThat(get(session().read("/x/r"))).isEmpty();
    }

    @Test
    void aRecordWithChildrenIsNotDeleted() throws Exception {
        write(create("/x/p", ""), create("/x/p/c", ""));
        assertRefused(0, Refusal.NOT_EMPTY, delete("/x/p", ANY_VERSION));
    }

    // --- atomic writes

    @Test
    void allChangesAreDoneInOneTransaction() throws Exception {
        write(create("/x/a", "a"), create("/x/b", "b"));
        assertThat(read("/x/a").stamp().created())
                .isEqualTo(read("/x/b").stamp().created());
    }

    @Test
    void noChangeIsDoneIfOneIsRefusedAndTheFirstOfThoseIsTold() throws Exception {
        write(create("/x/r", "0"));
        RecordStamp before = read("/x/r").stamp();
        assertRefused(
                2,
                Refusal.MISSING,
                set("/x/r", "1", 0),
                create("/x/s", ""),
                new Check("/x/no", ANY_VERSION),
                create("/x/r", ""));
        assertThat(read("/x/r").stamp()).isEqualTo(before);
        assertThat(get(session().read("/x/s"))).isEmpty();
    }

    @Test
    void aChangeSeesThoseBeforeIt() throws Exception {
        List<RecordStamp> stamps = write(
                create("/x/p", ""),
                create("/x/p/c", ""),
                set("/x/p", "1", 0),
                set("/x/p", "2", 1),
                new Check("/x/p", 2),
                delete("/x/p/c", 0));
        assertThat(stamps).hasSize(6);
        assertThat(Arrays.asList(stamps.get(0), stamps.get(1), stamps.get(4), stamps.get(5)))
                .containsOnlyNulls();
        assertThat(stamps.get(2).version()).isEqualTo(1);
        assertThat(stamps.get(3).version()).isEqualTo(2);
        assertThat(read("/x/p").payload()).isEqualTo(bytes("2"));
        assertThat(get(session().children("/x/p")).orElseThrow().names()).isEmpty();
    }

    @Test
    void aRecordIsReplacedInOneWrite() throws Exception {
        write(create("/x/r", "0"));
        write(set("/x/r", "1", 0));
        write(delete("/x/r", 1), create("/x/r", "again"));
        assertThat(read("/x/r").stamp().version()).isZero();
        assertThat(read("/x/r").payload()).isEqualTo(bytes("again"));
    }

    @Test
    void ofTwoWritesUnderOneVersionOneIsDone() throws Exception {
        write(create("/x/r", "0"));
        CompletableFuture<?> ours = session().write(List.of(set("/x/r", "ours", 0)));
        CompletableFuture<?> theirs = other().write(List.of(set("/x/r", "theirs", 0)));
        List<Throwable> failures = new ArrayList<>();
        for (CompletableFuture<?> write : List.of(ours, theirs)) {
            Optional.ofNullable(catchThrowable(() -> get(write))).ifPresent(failures::add);
        }
        assertThat(failures).singleElement().satisfies(failure -> assertRefusal(failure, 0, Refusal.VERSION));
        var unused = session().sync();
        assertThat(read("/x/r").stamp().version()).isEqualTo(1);
    }

    @Test
    void requestsOfASessionAreCarriedOutInTheirOrder() throws Exception {
        List<CompletableFuture<?>> answers = new ArrayList<>();
        List<Integer> order = new CopyOnWriteArrayList<>();
        answers.add(session().write(List.of(create("/x/r", "0"))));
        for (int i = 0; i < 20; i++) {
            int number = i;
            answers.add(session().write(List.of(set("/x/r", "" + i, i))).thenRun(() -> order.add(number)));
            answers.add(session()
                    .read("/x/r")
                    .thenAccept(read -> assertThat(read.orElseThrow().payload()).isEqualTo(bytes("" + number))));
        }
        for (CompletableFuture<?> answer : answers) {
            get(answer);
        }
        assertThat(order).isSorted().hasSize(20);
    }

    @Test
    void aWriteAsLargeAsMayBeIsDone() throws Exception {
        CoordinationStore store = a.store();
        int overhead = Math.toIntExact(store.sizeOf(List.of(create("/x/r", ""))));
        Create largest = new Create("/x/r", new byte[Math.toIntExact(store.maxWriteBytes()) - overhead]);
        assertThat(store.sizeOf(List.of(largest))).isEqualTo(store.maxWriteBytes());
        write(largest);
        assertThat(read("/x/r").payload()).hasSameSizeAs(largest.payload());
    }

    @Test
    void aWriteHasTheSizeOfItsChangesTogether() {
        CoordinationStore store = a.store();
        List<Change> changes = List.of(
                create("/x/a", "payload"),
                set("/x/b", "payload", 3),
                delete("/x/c", 4),
                new Check("/x/d", ANY_VERSION));
        long none = store.sizeOf(List.of());
        assertThat(store.sizeOf(changes) - none)
                .isEqualTo(changes.stream()
                        .mapToLong(change -> store.sizeOf(List.of(change)) - none)
                        .sum());
    }

    // --- reads that are confirmed

    @Test
    void whatWasAcknowledgedIsReadAfterAConfirmation() throws Exception {
        for (int i = 0; i < 20; i++) {
            String path = "/x/r" + i;
            write(create(path, ""));
            CompletableFuture<Boolean> confirmed = other().confirm("/x");
            assertThat(get(other().read(path))).isPresent();
            assertThat(get(confirmed)).isTrue();
        }
    }

    @Test
    void whatWasAcknowledgedIsReadAfterASync() throws Exception {
        for (int i = 0; i < 20; i++) {
            String path = "/x/r" + i;
            write(create(path, ""));
            var unused = other().sync();
            assertThat(get(other().read(path))).isPresent();
        }
    }

    @Test
    void aConfirmationTellsWhetherTheRecordIsThere() throws Exception {
        assertThat(get(session().confirm("/x/r"))).isFalse();
        write(create("/x/r", ""));
        assertThat(get(session().confirm("/x/r"))).isTrue();
    }

    @Test
    void aConfirmationChangesNothing() throws Exception {
        write(create("/x/r", ""));
        RecordStamp before = read("/x/r").stamp();
        get(session().confirm("/x/r"));
        assertThat(read("/x/r").stamp()).isEqualTo(before);
    }

    // --- watches

    @Test
    void aWatchIsCalledOnceWhenARecordIsWritten() throws Exception {
        write(create("/x/r", "0"));
        Calls read = new Calls();
        Calls stamped = new Calls();
        get(session().read("/x/r", read));
        get(session().stamp("/x/r", stamped));
        write(set("/x/r", "1", 0));
        write(set("/x/r", "2", 1));
        read.await(1);
        stamped.await(1);
        get(session().sync());
        assertThat(List.of(read.count(), stamped.count())).containsOnly(1);
    }

    @Test
    void aWatchIsCalledWhenARecordIsDeleted() throws Exception {
        write(create("/x/r", "0"));
        Calls read = new Calls();
        Calls stamped = new Calls();
        get(session().read("/x/r", read));
        get(session().stamp("/x/r", stamped));
        write(delete("/x/r", ANY_VERSION));
        read.await(1);
        stamped.await(1);
    }

    @Test
    void aWatchOfAMissingRecordsStampIsCalledWhenItIsMade() throws Exception {
        Calls watch = new Calls();
        assertThat(get(session().stamp("/x/r", watch))).isEmpty();
        write(create("/x/r", ""));
        watch.await(1);
    }

    @Test
    void aWatchIsCalledWhenAnotherClientWrites() throws Exception {
        write(create("/x/r", "0"));
        Calls watch = new Calls();
        get(session().read("/x/r", watch));
        get(other().write(List.of(set("/x/r", "1", 0))));
        watch.await(1);
    }

    @Test
    void aWatchIsCalledBeforeWhatItTellsOfIsRead() throws Exception {
        write(create("/x/r", "0"));
        for (int version = 0; version < 20; version++) {
            Calls watch = new Calls();
            get(session().read("/x/r", watch));
            get(other().write(List.of(set("/x/r", "", version))));
            AtomicInteger calledBefore = new AtomicInteger();
            var unused = session().sync();
            RecordStamp read = get(session().read("/x/r").thenApply(found -> {
                        calledBefore.set(watch.count());
                        return found.orElseThrow();
                    }))
                    .stamp();
            assertThat(read.version()).isEqualTo(version + 1);
            assertThat(calledBefore).hasValue(1);
        }
    }

    @Test
    void aWatchThatWasCalledIsSetAgainByTheNextRead() throws Exception {
        write(create("/x/r", "0"));
        Calls watch = new Calls();
        for (int version = 0; version < 3; version++) {
            get(session().read("/x/r", watch));
            write(set("/x/r", "", version));
            watch.await(version + 1);
        }
    }

    @Test
    void aWatchOutlivesALostConnection() throws Exception {
        write(create("/x/r", "0"));
        Calls watch = new Calls();
        get(session().read("/x/r", watch));
        a.cut();
        get(other().write(List.of(set("/x/r", "1", 0))));
        a.heal();
        watch.await(1);
    }

    @Test
    void aWatchOfAMissingRecordOutlivesALostConnectionInWhichItCameAndWent() throws Exception {
        Calls watch = new Calls();
        get(session().stamp("/x/r", watch));
        a.cut();
        get(other().write(List.of(create("/x/r", ""))));
        get(other().write(List.of(delete("/x/r", ANY_VERSION))));
        a.heal();
        await().until(() -> succeeds(session().sync()));
        get(other().write(List.of(create("/x/r", ""))));
        watch.await(1);
    }

    @Test
    void aWatchOfChildrenIsCalledOnceWhenThereAreOthers() throws Exception {
        write(create("/x/p", ""));
        Calls watch = new Calls();
        get(session().children("/x/p", watch));
        write(create("/x/p/a", ""));
        write(create("/x/p/b", ""));
        watch.await(1);
        get(session().sync());
        assertThat(watch.count()).isOne();
        get(session().children("/x/p", watch));
        write(delete("/x/p/a", ANY_VERSION));
        watch.await(2);
    }

    @Test
    void aWatchOfChildrenIsCalledWhenTheirParentIsDeleted() throws Exception {
        write(create("/x/p", ""));
        Calls watch = new Calls();
        get(session().children("/x/p", watch));
        get(session().read("/x/p", watch));
        write(delete("/x/p", ANY_VERSION));
        watch.await(1);
        get(session().sync());
        assertThat(watch.count()).isOne();
    }

    @Test
    void aWatchOfChildrenIsNotCalledForWritesOfTheirParentOrOfThem() throws Exception {
        write(create("/x/p", ""));
        write(create("/x/p/a", ""));
        Calls watch = new Calls();
        get(session().children("/x/p", watch));
        write(set("/x/p", "1", ANY_VERSION));
        write(set("/x/p/a", "1", ANY_VERSION));
        write(create("/x/p/a/b", ""));
        get(session().sync());
        assertThat(watch.count()).isZero();
    }

    @Test
    void aWatchOfChildrenOutlivesALostConnection() throws Exception {
        write(create("/x/p", ""));
        Calls watch = new Calls();
        get(session().children("/x/p", watch));
        a.cut();
        get(other().write(List.of(create("/x/p/a", ""))));
        a.heal();
        watch.await(1);
    }

    // --- sessions

    @Test
    void aSessionHasAnIdOfItsOwn() {
        assertThat(session().id()).isNotZero().isNotEqualTo(other().id());
        assertThat(session().id()).isEqualTo(session().id());
    }

    @Test
    void thereIsNoSessionBeforeTheStartNorAfterTheEnd() throws Exception {
        CoordinationStore store = opened().store();
        assertThatThrownBy(store::session).isInstanceOf(NoAnswerException.class);
        assertThat(failure(store.createEphemeral("/x/c-", bytes("")))).isInstanceOf(NoAnswerException.class);
        store.start();
        store.close();
        assertThatThrownBy(store::session).isInstanceOf(NoAnswerException.class);
        assertThat(failure(store.createEphemeral("/x/c-", bytes("")))).isInstanceOf(NoAnswerException.class);
    }

    @Test
    void aStoreIsClosedTwice() {
        b.close();
        b.close();
    }

    @Test
    void aLostConnectionKeepsTheSession() throws Exception {
        StoreSession before = session();
        EphemeralRecord claim = get(a.store().createEphemeral("/x/c-", bytes("")));
        a.cut();
        a.heal();
        await().until(() -> succeeds(session().sync()));
        assertThat(session().id()).isEqualTo(before.id());
        assertThat(get(before.stamp(claim.path(), null))).isPresent();
    }

    @Test
    void aSessionThatHasEndedAnswersNothingAndAnotherBegins() throws Exception {
        StoreSession ended = session();
        long id = ended.id();
        a.expireSession();
        await().until(() -> succeeds(session().sync()));
        await().until(() -> session().id() != id);
        assertThat(failure(ended.read("/x"))).isInstanceOf(NoAnswerException.class);
        assertThat(failure(ended.write(List.of(create("/x/r", ""))))).isInstanceOf(NoAnswerException.class);
        assertThat(failure(ended.sync())).isInstanceOf(NoAnswerException.class);
        assertThat(failure(ended.confirm("/x"))).isInstanceOf(NoAnswerException.class);
        assertThat(get(session().read("/x/r"))).isEmpty();
    }

    @Test
    void listenersHearOfTheConnection() throws Exception {
        Client client = opened();
        CoordinationStore store = client.store();
        States states = new States();
        store.listen(states);
        store.start();
        states.await(StoreState.CONNECTED);
        client.cut();
        states.await(StoreState.CONNECTED, StoreState.SUSPENDED);
        client.heal();
        states.await(StoreState.CONNECTED, StoreState.SUSPENDED, StoreState.RECONNECTED);
        client.expireSession();
        states.await(
                StoreState.CONNECTED,
                StoreState.SUSPENDED,
                StoreState.RECONNECTED,
                StoreState.SUSPENDED,
                StoreState.LOST,
                StoreState.RECONNECTED);
        assertThat(states.login()).containsOnly(StoreState.LOGIN_TAKEN);
    }

    @Test
    void nothingIsKnownOfAnotherReasonWhileTheStoreIsThere() {
        assertThat(a.store().diagnose()).isEmpty();
    }

    // --- ephemeral records

    @Test
    void anEphemeralRecordIsOfTheSessionThatMadeIt() throws Exception {
        EphemeralRecord claim = get(a.store().createEphemeral("/x/c-", bytes("payload")));
        assertThat(claim.session()).isEqualTo(session().id());
        assertThat(claim.path()).startsWith("/x/").matches("/x/[^/]*c-\\d{10}");
        StoredRecord read = read(claim.path());
        assertThat(read.payload()).isEqualTo(bytes("payload"));
        assertThat(read.stamp().session()).isEqualTo(claim.session());
    }

    @Test
    void anEphemeralRecordGoesWithItsSession() throws Exception {
        EphemeralRecord claim = get(a.store().createEphemeral("/x/c-", bytes("")));
        Calls watch = new Calls();
        var unused = other().sync();
        assertThat(get(other().stamp(claim.path(), watch))).isPresent();
        a.expireSession();
        watch.await(1);
        assertThat(get(other().stamp(claim.path(), null))).isEmpty();
    }

    @Test
    void anEphemeralRecordGoesWhenItsStoreIsClosed() throws Exception {
        EphemeralRecord claim = get(b.createEphemeral("/x/c-", bytes("")));
        b.close();
        var unused = session().sync();
        assertThat(get(session().stamp(claim.path(), null))).isEmpty();
    }

    @Test
    void anEphemeralRecordIsWrittenAndDeletedAsOthersAre() throws Exception {
        EphemeralRecord claim = get(a.store().createEphemeral("/x/c-", bytes("0")));
        assertThat(write(set(claim.path(), "1", 0)).get(0).session()).isEqualTo(claim.session());
        write(delete(claim.path(), 1));
        assertThat(get(session().read(claim.path()))).isEmpty();
    }

    @Test
    void theNumberOfAnEphemeralRecordGrowsAlsoAfterDeletions() throws Exception {
        List<Integer> numbers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            String path = get(a.store().createEphemeral("/x/c-", bytes(""))).path();
            numbers.add(numberOf(path));
            write(delete(path, ANY_VERSION));
        }
        write(create("/x/child", ""));
        numbers.add(numberOf(get(b.createEphemeral("/x/c-", bytes(""))).path()));
        assertThat(numbers).containsExactly(0, 1, 2, 4);
    }

    @Test
    void theNameOfAnEphemeralRecordIsNewEvenIfItsParentIs() throws Exception {
        write(create("/x/p", ""));
        String first = get(a.store().createEphemeral("/x/p/c-", bytes(""))).path();
        write(delete(first, ANY_VERSION), delete("/x/p", ANY_VERSION));
        write(create("/x/p", ""));
        String second = get(a.store().createEphemeral("/x/p/c-", bytes(""))).path();
        assertThat(numberOf(second)).isEqualTo(numberOf(first));
        assertThat(second).isNotEqualTo(first);
    }

    @Test
    void anEphemeralRecordsParentsAreMade() throws Exception {
        String path = get(a.store().createEphemeral("/x/p/q/c-", bytes(""))).path();
        assertThat(get(session().children("/x/p/q")).orElseThrow().names())
                .containsExactly(path.substring(path.lastIndexOf('/') + 1));
        assertThat(read("/x/p").stamp().session()).isZero();
    }

    @Test
    void anEphemeralRecordWhoseAnswerWasLostIsFoundAgain() throws Exception {
        write(create("/x/p", ""));
        a.loseAnswerToEphemeral();
        EphemeralRecord claim = get(a.store().createEphemeral("/x/p/c-", bytes("")));
        assertThat(claim.session()).isEqualTo(session().id());
        // The lost answer broke the connection; that it is back may be reported after the second attempt was answered.
        await().ignoreExceptions()
                .untilAsserted(() -> assertThat(
                                get(session().children("/x/p")).orElseThrow().names())
                        .containsExactly(claim.path().substring("/x/p/".length())));
    }

    // --- writes without an answer

    @Test
    void aWriteWhoseAnswerWasLostIsUnknownAndDoneOnce() throws Exception {
        write(create("/x/r", "0"));
        a.loseAnswerToWrite();
        assertThat(failure(session().write(List.of(set("/x/r", "1", ANY_VERSION)))))
                .isInstanceOf(NoAnswerException.class);
        await().until(() -> succeeds(session().confirm("/x/r")));
        assertThat(read("/x/r").stamp().version()).isEqualTo(1);
        assertThat(read("/x/r").payload()).isEqualTo(bytes("1"));
    }

    @Test
    void nothingIsAnsweredWithoutAConnection() throws Exception {
        a.cut();
        assertThat(failure(session().read("/x"))).isInstanceOf(NoAnswerException.class);
        assertThat(failure(session().write(List.of(create("/x/r", ""))))).isInstanceOf(NoAnswerException.class);
        a.heal();
        await().until(() -> succeeds(session().confirm("/x")));
        assertThat(get(session().read("/x/r"))).isEmpty();
    }

    @Test
    void anAnswerThatIsTooLargeForTheClientIsNoneAndTheNextOneComes() throws Exception {
        write(create("/x/p", ""));
        for (String letter : List.of("a", "b", "c", "d", "e")) {
            write(create("/x/p/" + letter.repeat(220_000), ""));
        }
        if (limitsAnswers()) {
            assertThat(failure(session().children("/x/p"))).isInstanceOf(NoAnswerException.class);
        } else {
            assertThat(get(session().children("/x/p")).orElseThrow().names()).hasSize(5);
        }
        await().until(() -> succeeds(session().confirm("/x/p")));
        write(delete("/x/p/" + "a".repeat(220_000), ANY_VERSION));
        assertThat(get(session().children("/x/p")).orElseThrow().names()).hasSize(4);
    }

    @Test
    void whatIsAskedInACallbackIsAnswered() throws Exception {
        write(create("/x/r", "0"));
        CompletableFuture<Optional<StoredRecord>> within = session()
                .read("/x/r")
                .thenCompose(first -> session().write(List.of(set("/x/r", "1", 0))))
                .thenCompose(written -> session().read("/x/r"));
        assertThat(get(within).orElseThrow().payload()).isEqualTo(bytes("1"));
    }

    // --- elections

    @Test
    void oneOfTwoIsElectedAndTheOtherWhenItLeaves() throws Exception {
        Election first = a.store().election("/x/election", "a");
        Election second = b.election("/x/election", "b");
        assertThat(first.isElected()).isFalse();
        first.enter();
        first.enter();
        await().until(first::isElected);
        second.enter();
        get(other().sync());
        assertThat(second.isElected()).isFalse();
        first.close();
        first.close();
        await().until(second::isElected);
        assertThat(first.isElected()).isFalse();
        second.close();
    }

    @Test
    void whoIsElectedIsSoNoMoreWhenTheSessionEndsButMayBeAgain() throws Exception {
        Election first = a.store().election("/x/election", "a");
        Election second = b.election("/x/election", "b");
        first.enter();
        await().until(first::isElected);
        second.enter();
        a.expireSession();
        await().until(() -> second.isElected() && !first.isElected());
        second.close();
        await().until(first::isElected);
        first.close();
    }

    @Test
    void whoIsElectedFindsARecordAtTheElectionsPath() throws Exception {
        Election election = a.store().election("/x/election", "a");
        election.enter();
        await().until(election::isElected);

        assertThat(get(session().read("/x/election"))).isPresent();
        election.close();
    }

    @Test
    void electionsOfOtherPathsAreOtherElections() {
        Election one = a.store().election("/x/one", "a");
        Election two = b.election("/x/two", "b");
        one.enter();
        two.enter();
        await().until(() -> one.isElected() && two.isElected());
        one.close();
        two.close();
    }

    // --- for operators

    @Test
    void pathsAreDescribedBelowTheRoot() {
        String root = a.store().describe("");
        assertThat(root).startsWith("/");
        assertThat(a.store().describe("/x/r")).isEqualTo(root + "/x/r");
    }

    @Test
    void recordsWithoutALoginAreOpen() throws Exception {
        assertThat(get(a.store().openRecords(List.of("", "/x", "/x/no"))))
                .containsExactly(a.store().describe(""), a.store().describe("/x"));
    }

    // --- ways to say it

    private Client opened() throws Exception {
        Client client = open();
        opened.add(client);
        return client;
    }

    private StoreSession session() {
        return a.store().session();
    }

    private StoreSession other() {
        return b.session();
    }

    private StoredRecord read(String path) throws Exception {
        return get(session().read(path)).orElseThrow();
    }

    private List<RecordStamp> write(Change... changes) throws Exception {
        return get(session().write(List.of(changes)));
    }

    private void assertRefused(int change, Refusal reason, Change... changes) {
        assertRefusal(failure(session().write(List.of(changes))), change, reason);
    }

    private static void assertRefusal(Throwable failure, int change, Refusal reason) {
        assertThat(failure).asInstanceOf(type(WriteRefusedException.class)).satisfies(refused -> {
            assertThat(refused.reason()).isEqualTo(reason);
            assertThat(refused.change()).isEqualTo(change);
        });
    }

    private static Throwable failure(CompletableFuture<?> answer) {
        return catchThrowable(() -> get(answer));
    }

    private static boolean succeeds(CompletableFuture<?> answer) throws Exception {
        try {
            answer.get(1, TimeUnit.SECONDS);
            return true;
        } catch (ExecutionException | TimeoutException e) {
            return false;
        }
    }

    private static Create create(String path, String payload) {
        return new Create(path, bytes(payload));
    }

    private static Set set(String path, String payload, int version) {
        return new Set(path, bytes(payload), version);
    }

    private static Delete delete(String path, int version) {
        return new Delete(path, version);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    private static int numberOf(String path) {
        return Integer.parseInt(path.substring(path.length() - 10));
    }

    /** A watch that counts how often it is called. */
    private static final class Calls implements Watch {

        private final AtomicInteger calls = new AtomicInteger();

        @Override
        public void changed() {
            calls.incrementAndGet();
        }

        int count() {
            return calls.get();
        }

        void await(int count) {
            org.awaitility.Awaitility.await().until(() -> calls.get() >= count);
        }
    }

    /** The states that a listener hears of. */
    private static final class States implements StoreListener {

        private final List<StoreState> heard = new CopyOnWriteArrayList<>();

        @Override
        public void stateChanged(StoreState state) {
            heard.add(state);
        }

        void await(StoreState... connection) {
            org.awaitility.Awaitility.await()
                    .untilAsserted(() -> assertThat(ofConnection()).containsExactly(connection));
        }

        /** Curator may report the end of a session once more when the next one has begun. */
        private List<StoreState> ofConnection() {
            List<StoreState> states = new ArrayList<>(
                    heard.stream().filter(StoreState::isOfConnection).toList());
            int twice = Collections.indexOfSubList(
                    states, List.of(StoreState.LOST, StoreState.RECONNECTED, StoreState.LOST, StoreState.RECONNECTED));
            if (twice >= 0) {
                states.subList(twice, twice + 2).clear();
            }
            return states;
        }

        List<StoreState> login() {
            return heard.stream().filter(state -> !state.isOfConnection()).toList();
        }
    }
}
