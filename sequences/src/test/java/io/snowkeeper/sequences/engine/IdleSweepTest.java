package io.snowkeeper.sequences.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowkeeper.coordinator.memory.MemoryEnsemble;
import io.snowkeeper.core.sequence.AtExpiry;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.Retention;
import io.snowkeeper.core.sequence.SequenceDefinition;
import io.snowkeeper.core.sequence.SequenceDescription;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import io.snowkeeper.sequences.DeleteRequest;
import io.snowkeeper.sequences.Grant;
import io.snowkeeper.sequences.NextRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The sweep's reads, and their times, in a fleet of two nodes whose first one is elected; a pass a second. */
class IdleSweepTest {

    private static final String ALIVE = "stamp /sequences";
    private static final SequenceOptions SHORT = SequenceOptions.DEFAULT
            .withReservationTime(Duration.ofSeconds(10))
            .withKeyRetention(Duration.ofSeconds(20))
            .withAtExpiry(AtExpiry.RETURN);

    private final ManualFleet fleet = new ManualFleet();
    private final MemoryEnsemble ensemble = fleet.ensemble;
    private final List<String> asked = fleet.asked;
    private final StoredSequences node = fleet.node;
    private final StoredSequences other = fleet.other;

    @AfterEach
    void stop() {
        fleet.close();
    }

    private void pass() {
        fleet.pass();
    }

    private void pass(int seconds) {
        fleet.pass(seconds);
    }

    private <T> T get(CompletionStage<T> answer) {
        return fleet.get(answer);
    }

    private void create(StoredSequences by, String name, SequenceMode mode) {
        get(by.create(new SequenceDefinition(name, mode, List.of(new NumberRange(1, 1_000)), SHORT)));
    }

    private SequenceDescription describe(String name) {
        return get(node.describe(name));
    }

    @Test
    void sequencesAtRestAreNotRead() {
        for (int i = 0; i < 1_000; i++) {
            create(node, "s" + i, i % 2 == 0 ? SequenceMode.ORDERED : SequenceMode.GAPLESS);
        }
        pass();
        assertThat(asked).hasSizeGreaterThan(2_000);
        int reads = 0;
        for (int i = 0; i < 50; i++) {
            pass();
            reads += asked.size();
            assertThat(asked).allMatch(ALIVE::equals);
        }
        assertThat(reads).isEqualTo(5);
    }

    @Test
    void aSequenceIsReadAgainWhenItHasChanged() {
        create(node, "A", SequenceMode.ORDERED);
        create(node, "B", SequenceMode.ORDERED);
        pass(2);
        get(other.next(NextRequest.of("A")));
        pass();
        assertThat(asked).hasSize(2).noneMatch(request -> request.contains("/B"));
        pass();
        assertThat(asked).allMatch(ALIVE::equals);
    }

    @Test
    void aReservationComesBackInTheSecondInWhichItsTimeIsUp() {
        create(node, "G", SequenceMode.GAPLESS);
        pass(2);
        get(node.next(NextRequest.of("G")));
        pass(9);
        assertThat(describe("G").pending()).isOne();
        pass();
        assertThat(describe("G").pending()).isZero();
    }

    @Test
    void eachReservationComesBackInItsTime() {
        create(node, "G", SequenceMode.GAPLESS);
        for (int i = 0; i < 30; i++) {
            get(node.next(NextRequest.of("G")));
            pass();
            assertThat(describe("G").pending()).isBetween(Math.min(i + 1, 10) - 1L, 10L);
        }
        pass(9);
        assertThat(describe("G").pending()).isZero();
    }

    @Test
    void whatIsNotDueIsNotRead() {
        create(node, "G", SequenceMode.GAPLESS);
        get(node.next(NextRequest.of("G").withKey("key")));
        pass(6);
        for (int i = 0; i < 3; i++) {
            pass();
            assertThat(asked).allMatch(ALIVE::equals);
        }
    }

    @Test
    void aKeyIsForgottenSoonAfterItsTime() {
        create(node, "A", SequenceMode.ORDERED);
        get(node.next(NextRequest.of("A").withKey("key")));
        pass(19);
        assertThat(describe("A").keys()).isOne();
        pass(6);
        assertThat(describe("A").keys()).isZero();
    }

    @Test
    void keysThatAreKnownForDaysAreNeitherListedNorReadAsOthersCome() {
        SequenceOptions week = SHORT.withKeyRetention(Duration.ofDays(7));
        get(node.create(new SequenceDefinition("A", SequenceMode.ORDERED, List.of(new NumberRange(1, 1_000)), week)));
        get(node.next(NextRequest.of("A").withKey("first")));
        pass(10);
        List<String> read = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            get(node.next(NextRequest.of("A").withKey("key " + i % 100)));
            pass();
            read.addAll(asked);
        }

        assertThat(read).noneMatch(request -> request.contains("/keys/"));
        assertThat(describe("A").keys()).isEqualTo(101);
    }

    @Test
    void aKeyThatIsKnownForDaysIsForgottenAfterThem() {
        SequenceOptions week = SHORT.withKeyRetention(Duration.ofDays(7));
        get(node.create(new SequenceDefinition("A", SequenceMode.ORDERED, List.of(new NumberRange(1, 1_000)), week)));
        Grant first = get(node.next(NextRequest.of("A").withKey("key")));
        pass(10);
        get(node.next(NextRequest.of("A").withKey("later")));
        passMinutes(7 * 24 * 60 - 2);
        assertThat(get(other.next(NextRequest.of("A").withKey("key")))).isEqualTo(first);
        passMinutes(70);
        assertThat(describe("A").keys()).isZero();
    }

    private void passMinutes(int minutes) {
        for (int i = 0; i < minutes; i++) {
            fleet.sweepAfter(Duration.ofMinutes(1));
        }
    }

    @Test
    void keysThatWereMadeBeforeALongerTimeWasSetAreForgottenInTheirs() {
        create(node, "A", SequenceMode.ORDERED);
        get(node.next(NextRequest.of("A").withKey("first")));
        pass(6);
        get(node.next(NextRequest.of("A").withKey("second")));
        get(node.configure("A", SHORT.withKeyRetention(Duration.ofDays(7))));
        passMinutes(70);

        assertThat(describe("A").keys()).isZero();
    }

    @Test
    void keysThatAreKnownForEverAreNeitherForgottenNorRead() {
        SequenceOptions forever = SHORT.withKeyRetention(Retention.FOREVER);
        get(node.create(
                new SequenceDefinition("A", SequenceMode.ORDERED, List.of(new NumberRange(1, 1_000)), forever)));
        Grant first = get(node.next(NextRequest.of("A").withKey("key")));
        pass(2);
        List<String> read = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            get(other.next(NextRequest.of("A")));
            pass();
            read.addAll(asked);
        }

        assertThat(read).noneMatch(request -> request.contains("/keys"));
        assertThat(describe("A").keys()).isOne();
        assertThat(get(other.next(NextRequest.of("A").withKey("key")))).isEqualTo(first);
    }

    @Test
    void entriesOfALedgerThatHaveHadTheirTimeAreDeletedExceptThoseOfTheOpenSegment() {
        SequenceOptions minute = SHORT.withAtExpiry(AtExpiry.HOLD).withLedgerRetention(Duration.ofMinutes(1));
        get(node.create(new SequenceDefinition("G", SequenceMode.GAPLESS, List.of(new NumberRange(1, 1_000)), minute)));
        takeAndConfirm(100);
        pass(50);
        takeAndConfirm(100);
        assertThat(get(node.ledger("G", 1, 1_000)).entries()).hasSize(401);

        pass(30);

        assertThatThrownBy(() -> get(node.ledger("G", 1, 1_000))).hasMessageContaining("those before were released");
        assertThat(get(node.ledger("G", 301, 1_000)).entries()).hasSize(101);

        pass(100);

        assertThatThrownBy(() -> get(node.ledger("G", 201, 1_000))).hasMessageContaining("those before were released");
        assertThat(get(node.ledger("G", 401, 1_000)).entries()).hasSize(1);
    }

    private void takeAndConfirm(int numbers) {
        for (int i = 0; i < numbers; i++) {
            get(node.confirm(
                    "G", get(node.next(NextRequest.of("G"))).reservation().orElseThrow()));
        }
    }

    @Test
    void aLedgerWhoseEntriesAreKeptForEverIsNotRead() {
        get(node.create(new SequenceDefinition("G", SequenceMode.GAPLESS, List.of(new NumberRange(1, 1_000)), SHORT)));
        takeAndConfirm(100);
        pass(2);
        List<String> read = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            takeAndConfirm(1);
            pass();
            read.addAll(asked);
        }

        assertThat(read).noneMatch(request -> request.startsWith("read") && request.contains("/ledger-"));
    }

    @Test
    void whereTheRetentionIsChangedKeysKeepWhatTheyWerePromised() {
        get(node.create(new SequenceDefinition("A", SequenceMode.ORDERED, List.of(new NumberRange(1, 1_000)), SHORT)));
        get(node.next(NextRequest.of("A").withKey("before")));
        pass(2);
        get(node.configure("A", SHORT.withKeyRetention(Retention.FOREVER)));
        Grant kept = get(node.next(NextRequest.of("A").withKey("forever")));
        pass(100);
        assertThat(describe("A").keys()).isEqualTo(2);

        get(node.configure("A", SHORT));
        get(node.next(NextRequest.of("A").withKey("after")));
        pass(100);

        assertThat(describe("A").keys()).isOne();
        assertThat(get(other.next(NextRequest.of("A").withKey("forever")))).isEqualTo(kept);
    }

    @Test
    void aGaplessKeyThatIsKnownForEverBringsItsReservationBackAndConfirmsAgain() {
        SequenceOptions forever = SHORT.withKeyRetention(Retention.FOREVER);
        get(node.create(new SequenceDefinition("G", SequenceMode.GAPLESS, List.of(new NumberRange(1, 9)), forever)));
        Grant first = get(node.next(NextRequest.of("G").withKey("key")));
        get(node.confirm("G", first.reservation().orElseThrow()));
        pass(2);
        // A bucket is begun, so that the first one is not the newest.
        get(node.configure("G", forever.withReservationTime(Duration.ofSeconds(5))));
        get(node.next(NextRequest.of("G")));
        pass(500);

        assertThat(get(other.next(NextRequest.of("G").withKey("key")))).isEqualTo(first);
        get(other.confirm("G", first.reservation().orElseThrow()));
        get(node.configure("G", SHORT));
        pass(100);
        assertThat(get(other.next(NextRequest.of("G").withKey("key")))).isEqualTo(first);
    }

    @Test
    void asManyKeysAsMayEverBeAreRefusedBeyondThat() {
        SequenceOptions one = SHORT.withKeyRetention(Retention.FOREVER).withMaxKeys(1);
        get(node.create(new SequenceDefinition("A", SequenceMode.ORDERED, List.of(new NumberRange(1, 9)), one)));
        get(node.next(NextRequest.of("A").withKey("key")));
        CompletionStage<Grant> refused = node.next(NextRequest.of("A").withKey("other"));
        fleet.loop.runReady();

        assertThat(refused.toCompletableFuture())
                .isCompletedExceptionally()
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .withMessageContaining(
                        "sequence A knows 1 keys, its limit, and knows them for ever: raise max_keys, or ask without a key");
    }

    @Test
    void whatAnotherNodeMakesIsNoticed() {
        pass(2);
        create(other, "G", SequenceMode.GAPLESS);
        get(other.next(NextRequest.of("G")));
        pass(10);
        assertThat(describe("G").pending()).isZero();
    }

    @Test
    void aSequenceThatIsMadeAnewIsSweptAsTheFormerOneWas() {
        create(node, "G", SequenceMode.GAPLESS);
        get(node.next(NextRequest.of("G")));
        pass(2);
        get(node.delete(new DeleteRequest("G", OptionalLong.of(2), true)));
        create(other, "G", SequenceMode.GAPLESS);
        get(other.next(NextRequest.of("G")));
        pass(10);
        assertThat(describe("G").pending()).isZero();
        assertThat(ensemble.children("/sequences/G")).hasSize(1);
        pass(11);
        assertThat(asked).allMatch(ALIVE::equals);
    }

    @Test
    void nothingIsReadOfWhatIsDeletedAndRemoved() {
        create(node, "A", SequenceMode.ORDERED);
        pass(2);
        get(node.delete("A", OptionalLong.of(1)));
        pass(2);
        assertThat(ensemble.children("/sequences")).isEmpty();
        pass();
        assertThat(asked).allMatch(ALIVE::equals);
    }

    @Test
    void allIsReadAgainAfterALostSession() {
        create(node, "G", SequenceMode.GAPLESS);
        create(node, "H", SequenceMode.GAPLESS);
        pass(2);
        fleet.bulkStores.get(0).giveUp();
        get(node.next(NextRequest.of("G")));
        pass();
        assertThat(asked).anyMatch(request -> request.startsWith("read /sequences/H/"));
        pass(9);
        assertThat(describe("G").pending()).isZero();
    }

    @Test
    void whatHasChangedWhileThereWasNoConnectionIsReadAfterIt() {
        create(node, "G", SequenceMode.GAPLESS);
        pass(2);
        fleet.bulkStores.get(0).cut();
        get(node.next(NextRequest.of("G")));
        pass();
        fleet.bulkStores.get(0).heal();
        pass(9);
        assertThat(describe("G").pending()).isZero();
    }

    @Test
    void whoIsElectedLooksAtEverything() {
        create(node, "G", SequenceMode.GAPLESS);
        get(node.next(NextRequest.of("G")));
        pass(2);
        node.abandon();
        pass(8);
        // The time without any look does not count.
        assertThat(get(other.describe("G")).pending()).isOne();
        pass(3);
        assertThat(get(other.describe("G")).pending()).isZero();
    }

    @Test
    void aSequenceThatIsAtRestForHoursIsLookedAtOnceInEach() {
        for (int i = 0; i < 10; i++) {
            create(node, "s" + i, SequenceMode.ORDERED);
        }
        pass(2);
        int reads = 0;
        for (int i = 0; i < 3_600; i++) {
            pass();
            reads += (int)
                    asked.stream().filter(request -> !request.equals(ALIVE)).count();
        }
        assertThat(reads).isBetween(20, 122);
    }

    @Test
    void ofVeryManyNamesThatCannotBeReadAPassReadsAFew() {
        create(node, "G", SequenceMode.GAPLESS);
        spoil(1_000);
        pass(2);
        get(node.next(NextRequest.of("G")));
        for (int i = 0; i < 10; i++) {
            pass();
            assertThat(asked).hasSizeLessThan(300);
        }
        assertThat(describe("G").pending()).isZero();
    }

    @Test
    void aNameThatIsMendedIsSweptWhenItHasComeToItsTurn() {
        create(node, "G", SequenceMode.GAPLESS);
        spoil(1_000);
        pass(2);
        ensemble.deleteAll("/sequences/spoilt500");
        create(node, "spoilt500", SequenceMode.GAPLESS);
        get(node.next(NextRequest.of("spoilt500")));
        pass(10);
        assertThat(describe("spoilt500").pending()).isZero();
    }

    private void spoil(int names) {
        for (int i = 0; i < names; i++) {
            ensemble.put("/sequences/spoilt" + i, "none".getBytes(UTF_8));
        }
    }

    @Test
    void aServersClockThatIsSetAheadMakesNothingDue() {
        create(node, "G", SequenceMode.GAPLESS);
        pass(2);
        get(node.next(NextRequest.of("G")));
        pass(3);
        fleet.serverAheadMillis = 60_000;
        pass(6);
        assertThat(describe("G").pending()).isOne();
        pass(5);
        assertThat(describe("G").pending()).isZero();
    }

    @Test
    void aServersClockThatIsSetBackKeepsNothingForEver() {
        create(node, "G", SequenceMode.GAPLESS);
        pass(2);
        get(node.next(NextRequest.of("G")));
        fleet.serverAheadMillis = -5_000;
        pass(14);
        assertThat(describe("G").pending()).isOne();
        pass(2);
        assertThat(describe("G").pending()).isZero();
    }

    private void createHeld(String name) {
        get(node.create(new SequenceDefinition(
                name, SequenceMode.GAPLESS, List.of(new NumberRange(1, 1_000)), SHORT.withAtExpiry(AtExpiry.HOLD))));
    }

    @Test
    void whatIsHeldIsPendingForEverAndNotReadAgain() {
        createHeld("G");
        get(node.next(NextRequest.of("G").withKey("key")));
        pass(60);
        for (int i = 0; i < 100; i++) {
            pass();
            // Each minute it is looked at whether it has changed.
            assertThat(asked).noneMatch(request -> request.contains("/pending/"));
        }
        assertThat(describe("G").pending()).isOne();
        assertThat(describe("G").keys()).isOne();
    }

    @Test
    void whatIsHeldIsReadAgainNoMoreOftenThanItCouldBeRemoved() {
        createHeld("G");
        createHeld("H");
        for (int i = 0; i < 3; i++) {
            get(node.next(NextRequest.of("G").withKey("key " + i)));
            get(node.configure("G", SHORT.withAtExpiry(AtExpiry.HOLD).withReservationTime(Duration.ofSeconds(11 + i))));
        }
        pass(60);
        int reads = 0;
        for (int i = 0; i < 100; i++) {
            get(node.confirm(
                    "G", get(node.next(NextRequest.of("G"))).reservation().orElseThrow()));
            pass();
            reads += (int) asked.stream()
                    .filter(request -> request.matches("read /sequences/G/[^/]*/pending/[012]"))
                    .count();
        }
        // Three buckets, each for itself and for its key, in five times twenty seconds.
        assertThat(reads).isLessThanOrEqualTo(3 * 2 * 5);
        assertThat(describe("G").pending()).isEqualTo(3);
        assertThat(describe("G").keys()).isEqualTo(3);
    }

    @Test
    void aKeyIsKnownForAsLongAsItsReservationIsHeldAndForItsTimeAfterThat() {
        createHeld("G");
        Grant held = get(node.next(NextRequest.of("G").withKey("key")));
        pass(200);
        assertThat(get(other.next(NextRequest.of("G").withKey("key")))).isEqualTo(held);
        get(other.confirm("G", held.reservation().orElseThrow()));
        pass(19);
        assertThat(get(other.next(NextRequest.of("G").withKey("key")))).isEqualTo(held);
        pass(30);
        assertThat(describe("G").keys()).isZero();
    }

    @Test
    void aKeyThatWasHeldIsKnownForItsTimeThoughBucketsAreRemovedSoonerByNow() {
        createHeld("G");
        Grant held = get(node.next(NextRequest.of("G").withKey("key")));
        pass(30);
        get(node.confirm("G", held.reservation().orElseThrow()));
        Duration second = Duration.ofSeconds(1);
        get(node.configure(
                "G",
                SHORT.withAtExpiry(AtExpiry.HOLD).withReservationTime(second).withKeyRetention(second)));
        get(node.next(NextRequest.of("G")));
        pass(19);
        assertThat(pendingBuckets("G")).containsExactly("1");
        assertThat(get(other.next(NextRequest.of("G").withKey("key")))).isEqualTo(held);
        pass(30);
        assertThat(describe("G").keys()).isZero();
    }

    @Test
    void aBucketThatWasHeldIsRemovedOnceAllOfItIsSettled() {
        createHeld("G");
        Grant held = get(node.next(NextRequest.of("G")));
        get(node.configure("G", SHORT.withAtExpiry(AtExpiry.RETURN)));
        Grant last = get(node.next(NextRequest.of("G")));
        get(node.confirm("G", last.reservation().orElseThrow()));
        pass(100);
        assertThat(pendingBuckets("G")).containsExactlyInAnyOrder("0", "1");
        get(node.confirm("G", held.reservation().orElseThrow()));
        pass(45);
        assertThat(pendingBuckets("G")).containsExactly("1");
    }

    @Test
    void aBucketThatWasHeldIsRemovedByTheRetentionThatWasConfiguredSince() {
        SequenceOptions forever = SHORT.withAtExpiry(AtExpiry.HOLD).withKeyRetention(Retention.FOREVER);
        get(node.create(
                new SequenceDefinition("G", SequenceMode.GAPLESS, List.of(new NumberRange(1, 1_000)), forever)));
        Grant held = get(node.next(NextRequest.of("G")));
        pass(5);
        get(node.configure("G", SHORT));
        Grant last = get(node.next(NextRequest.of("G")));
        get(node.confirm("G", last.reservation().orElseThrow()));
        pass(5);
        get(node.confirm("G", held.reservation().orElseThrow()));
        pass(100);
        assertThat(pendingBuckets("G")).containsExactly("1");
    }

    private List<String> pendingBuckets(String name) {
        String incarnation = ensemble.children("/sequences/" + name).iterator().next();
        return List.copyOf(ensemble.children("/sequences/" + name + "/" + incarnation + "/pending"));
    }

    @Test
    void reservationsKeepWhatTheyWerePromisedWhateverIsConfiguredAfterThem() {
        createHeld("G");
        create(node, "H", SequenceMode.GAPLESS);
        for (String name : List.of("G", "H")) {
            get(node.next(NextRequest.of(name)));
            AtExpiry other = name.equals("G") ? AtExpiry.RETURN : AtExpiry.HOLD;
            get(node.configure(name, SHORT.withAtExpiry(other)));
            get(node.next(NextRequest.of(name)));
        }
        pass(20);
        assertThat(get(node.pending("G", Optional.empty(), 9)).items())
                .singleElement()
                .satisfies(held -> assertThat(held.numbers()).containsExactly(new NumberRange(1, 1)));
        assertThat(get(node.pending("H", Optional.empty(), 9)).items())
                .singleElement()
                .satisfies(held -> assertThat(held.numbers()).containsExactly(new NumberRange(2, 2)));
    }
}
