package io.snowkeeper.sequences.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowkeeper.coordinator.store.CoordinationStore;
import io.snowkeeper.coordinator.store.StoredRecord;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.core.business.Period;
import io.snowkeeper.core.business.PeriodLength;
import io.snowkeeper.core.business.PeriodRule;
import io.snowkeeper.core.sequence.AtExpiry;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceDefinition;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import io.snowkeeper.sequences.Grant;
import io.snowkeeper.sequences.NextRequest;
import io.snowkeeper.sequences.Overlap;
import io.snowkeeper.sequences.SequencePreconditionException;
import io.snowkeeper.sequences.SequenceUnavailableException;
import io.snowkeeper.sequences.SequenceUsedUpException;
import io.snowkeeper.sequences.Settlement;
import io.snowkeeper.sequences.UnknownReservationException;
import io.snowkeeper.sequences.access.BulkConnection;
import io.snowkeeper.sequences.catalogue.LedgerListing;
import io.snowkeeper.sequences.catalogue.PendingListing;
import io.snowkeeper.sequences.catalogue.UnreadableRecords;
import io.snowkeeper.sequences.ledger.LedgerFormat;
import io.snowkeeper.sequences.ledger.audit.AuditReport;
import io.snowkeeper.sequences.plan.TurnBackCommand;
import io.snowkeeper.sequences.record.SequencePaths;
import io.snowkeeper.sequences.record.SequenceRecord;
import io.snowkeeper.sequences.record.StateLimits;
import io.snowkeeper.sequences.sweep.ExpireCommand;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A sequence's numbers when a period ends, with the clocks in hand: that of ZooKeeper's servers, and each node's
 * stopwatch.
 */
abstract class PeriodScenarios {

    private static final long PATIENCE = Duration.ofHours(1).toNanos();
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final NumberRange RANGE = new NumberRange(1, 1000);
    private static final SequenceOptions TENS =
            SequenceOptions.DEFAULT.withBlock(10, 10).withAtExpiry(AtExpiry.RETURN);

    private static int sequences;

    /** A minute before the end of November in Berlin. */
    private final ServerClock servers = new ServerClock("2026-11-30T22:59:00Z");

    private String name;
    private String incarnation;
    private ClockedStore tree;
    private ManualTime time;
    private ManualTime otherTime;
    private ManualNode node;
    private ManualNode other;

    /** Returns the store that the nodes share, started. */
    abstract CoordinationStore store();

    @BeforeEach
    void startNodes() {
        name = "P" + ++sequences;
        incarnation = "i" + sequences;
        tree = new ClockedStore(store(), servers);
        time = new ManualTime();
        otherTime = new ManualTime();
        time.clock = () -> servers.now().toEpochMilli();
        otherTime.clock = () -> servers.now().toEpochMilli();
        node = new ManualNode(store(), servers, ClockedStore.ZONE, name, time, StateLimits.DEFAULT);
        other = new ManualNode(store(), servers, ClockedStore.ZONE, name, otherTime, StateLimits.DEFAULT);
    }

    private void create(SequenceMode mode) {
        create(mode, PeriodLength.MONTH, RANGE);
    }

    private void create(SequenceMode mode, PeriodLength length, NumberRange range) {
        TestCatalogues.of(tree)
                .create(
                        new SequenceDefinition(name, mode, List.of(range), TENS)
                                .withPeriods(PeriodRule.of(length, "Europe/Berlin")),
                        incarnation,
                        Overlap.ALLOWED)
                .join();
        stateZnode();
    }

    private StoredRecord stateZnode() {
        return tree.read(SequencePaths.state(name, incarnation)).join().orElseThrow();
    }

    private SequenceRecord state() {
        return stateZnode().as(SequenceRecord.class);
    }

    private int version() {
        return stateZnode().stamp().version();
    }

    private void pass(Duration by) {
        servers.pass(by);
        time.pass(by);
        otherTime.pass(by);
    }

    private static String text(Grant grant) {
        return grant.period().orElseThrow().text() + ":" + grant.first();
    }

    private String take(ManualNode by) {
        return text(by.take(1));
    }

    private static String text(CompletableFuture<Grant> answer) {
        assertThat(answer).isCompleted();
        return text(answer.join());
    }

    private void done(ManualNode by, CompletableFuture<?> asked) {
        by.settleDown();
        assertThat(asked).isCompleted();
    }

    private void settle(ManualNode by, Grant grant, Settlement settlement) {
        done(by, by.settle(grant.reservation().orElseThrow(), settlement));
    }

    private LedgerListing ledger() {
        return new LedgerListing(new BulkConnection(this::store, unused -> tree));
    }

    private AuditReport audit() {
        return new ExportedLedger(ledger(), name).audit();
    }

    /** Returns the ledger's entries as CSV, without places, times and hashes. */
    private List<String> entries() {
        return ledger().page(name, 2, 1000).join().entries().stream()
                .map(entry -> LedgerFormat.CSV
                        .line(entry)
                        .replaceAll("^\\d+,", "")
                        .replaceAll(",(\\d{4}-[^,]*T[^,]*)?,[^,]*,[0-9a-f]{64}\r\n", ""))
                .toList();
    }

    // When a period ends.

    @ParameterizedTest
    @EnumSource
    void numbersAreCountedAnewInEachPeriodOnAllNodes(SequenceMode mode) {
        create(mode);
        assertThat(take(node)).isEqualTo("2026-11:1");
        assertThat(take(node)).isEqualTo("2026-11:2");
        pass(MINUTE);
        assertThat(take(node)).isEqualTo("2026-12:1");
        assertThat(take(other)).startsWith("2026-12:");
        assertThat(take(node)).isEqualTo(mode == SequenceMode.BLOCK ? "2026-12:2" : "2026-12:3");
    }

    @ParameterizedTest
    @EnumSource
    void aPeriodInWhichNobodyAsksIsLeftOut(SequenceMode mode) {
        create(mode, PeriodLength.DAY, RANGE);
        assertThat(take(node)).isEqualTo("2026-11-30:1");
        pass(Duration.ofDays(40));
        assertThat(take(other)).isEqualTo("2027-01-09:1");
    }

    @Test
    void aSequenceThatWasCreatedInAPeriodBeginsInTheOneInWhichItIsAsked() {
        create(SequenceMode.ORDERED);
        pass(MINUTE);
        assertThat(state().period()).isEmpty();
        assertThat(take(node)).isEqualTo("2026-12:1");
    }

    @ParameterizedTest
    @CsvSource({
        "YEAR,    2024-12-31T22:59:59Z, 2024,       2025",
        "QUARTER, 2026-06-30T21:59:59Z, 2026-Q2,    2026-Q3",
        "MONTH,   2024-02-29T22:59:59Z, 2024-02,    2024-03",
        "DAY,     2024-02-28T22:59:59Z, 2024-02-28, 2024-02-29",
        "DAY,     2024-02-29T22:59:59Z, 2024-02-29, 2024-03-01",
        "DAY,     2026-02-28T22:59:59Z, 2026-02-28, 2026-03-01",
        "DAY,     2026-03-28T22:59:59Z, 2026-03-28, 2026-03-29",
        "DAY,     2026-03-29T21:59:59Z, 2026-03-29, 2026-03-30",
        "DAY,     2026-10-24T21:59:59Z, 2026-10-24, 2026-10-25",
        "DAY,     2026-10-25T22:59:59Z, 2026-10-25, 2026-10-26"
    })
    void aPeriodEndsAtTheZonesMidnight(PeriodLength length, String lastSecond, String period, String next) {
        servers.set(lastSecond);
        create(SequenceMode.ORDERED, length, RANGE);
        pass(Duration.ofMillis(998));
        assertThat(take(node)).isEqualTo(period + ":1");
        pass(Duration.ofMillis(1));
        assertThat(take(node)).isEqualTo(period + ":2");
        pass(Duration.ofMillis(1));
        assertThat(take(node)).isEqualTo(next + ":1");
    }

    @Test
    void theHourThatComesTwiceIsOfOneDay() {
        servers.set("2026-10-25T00:30:00Z");
        create(SequenceMode.ORDERED, PeriodLength.DAY, RANGE);
        assertThat(take(node)).isEqualTo("2026-10-25:1");
        pass(Duration.ofHours(1));
        assertThat(take(node)).isEqualTo("2026-10-25:2");
    }

    @Test
    void numbersThatAreUsedUpAreThoseOfOnePeriod() {
        create(SequenceMode.ORDERED, PeriodLength.MONTH, new NumberRange(1, 2));
        node.take(2);
        CompletableFuture<Grant> third = node.ask(1);
        node.settleDown();
        assertThat(third).isDone();
        assertThatThrownBy(third::join)
                .hasCauseInstanceOf(SequenceUsedUpException.class)
                .hasMessageContaining("0 numbers of 2026-11 are left");
        pass(MINUTE);
        assertThat(take(other)).isEqualTo("2026-12:1");
        assertThat(take(node)).isEqualTo("2026-12:2");
    }

    @Test
    void aRangeThatIsAppendedIsOfTheFollowingPeriodsToo() {
        create(SequenceMode.ORDERED, PeriodLength.MONTH, new NumberRange(1, 2));
        node.take(2);
        done(
                node,
                node.submit(new ChangeCommand(
                        new AppendChange(name, List.of(new NumberRange(11, 12)), StateLimits.DEFAULT), 1, PATIENCE)));
        assertThat(node.take(1).first()).isEqualTo(11);
        pass(MINUTE);
        assertThat(node.take(3).numbers()).containsExactly(1, 2, 11);
    }

    @Test
    void aSequenceIsAdvancedInThePresentPeriodAlone() {
        create(SequenceMode.ORDERED);
        node.take(3);
        pass(MINUTE);
        done(other, other.submit(new ChangeCommand(new Advance(name, 2), 1, PATIENCE)));
        assertThat(take(node)).isEqualTo("2026-12:2");
        pass(Duration.ofDays(31));
        assertThat(take(node)).isEqualTo("2027-01:1");
    }

    @Test
    void aChangeThatIsNotAboutNumbersBeginsNoPeriod() {
        create(SequenceMode.GAPLESS);
        Grant november = node.take(1);
        pass(MINUTE);
        settle(other, november, Settlement.CONFIRM);
        done(other, other.submit(new ChangeCommand(new OptionsChange(TENS.withMaxKeys(7)), 1, PATIENCE)));
        assertThat(state().period()).contains(Period.parse("2026-11"));
        assertThat(take(node)).isEqualTo("2026-12:1");
        assertThat(audit().findings()).isEmpty();
    }

    // Clocks.

    @Test
    void aNodeWhoseStopwatchIsAheadAsksTheServersOnceAndEndsNoPeriodEarly() {
        create(SequenceMode.ORDERED);
        take(node);
        time.pass(Duration.ofMinutes(30));
        int before = version();
        assertThat(take(node)).isEqualTo("2026-11:2");
        assertThat(version()).isEqualTo(before + 2);
        assertThat(take(node)).isEqualTo("2026-11:3");
        assertThat(version()).isEqualTo(before + 3);
    }

    @Test
    void twoNodesOfWhichOneRunsAnHourAheadAndOneAnHourBehindAgreeOnThePeriod() {
        create(SequenceMode.ORDERED);
        take(node);
        take(other);
        time.pass(Duration.ofHours(1));
        assertThat(take(node)).isEqualTo("2026-11:3");
        assertThat(take(other)).isEqualTo("2026-11:4");
        servers.pass(MINUTE);
        time.pass(MINUTE);
        assertThat(take(node)).isEqualTo("2026-12:1");
        // Its stopwatch stands still: it assumes the old state, and is refused.
        assertThat(take(other)).isEqualTo("2026-12:2");
    }

    @Test
    void aNodeWhoseStopwatchStandsStillEndsThePeriodByItsNextWrite() {
        create(SequenceMode.ORDERED);
        take(node);
        servers.pass(MINUTE);
        assertThat(take(node)).isEqualTo("2026-11:2");
        assertThat(take(node)).isEqualTo("2026-12:1");
    }

    @Test
    void aPeriodStaysWhenAnotherServerLeadsWhoseClockIsBehind() {
        create(SequenceMode.ORDERED);
        take(node);
        pass(MINUTE);
        assertThat(take(node)).isEqualTo("2026-12:1");
        servers.set("2026-11-30T22:50:00Z");
        assertThat(take(other)).isEqualTo("2026-12:2");
        assertThat(take(node)).isEqualTo("2026-12:3");
        pass(Duration.ofHours(2));
        assertThat(take(other)).isEqualTo("2026-12:4");
    }

    private void assertRefused(CompletableFuture<?> call, String cause) {
        node.settleDown();
        assertThatExceptionOfType(CompletionException.class)
                .isThrownBy(call::join)
                .havingCause()
                .isInstanceOfSatisfying(
                        SequenceUnavailableException.class,
                        refusal -> assertThat(refusal.reason()).isEqualTo(UnavailableReason.CLOCK_SKEW))
                .withMessage("sequence %s begins no other period by a clock that may be wrong: %s; set the clocks right"
                        .formatted(name, cause));
    }

    @ParameterizedTest
    @EnumSource
    void noPeriodBeginsByAServersClockThatIsADayAhead(SequenceMode mode) {
        create(mode, PeriodLength.DAY, RANGE);
        node.take(1);
        long right = servers.now().toEpochMilli();
        time.clock = () -> right;
        servers.pass(Duration.ofDays(1));
        // The known day is an old one.
        node.take(1);
        String cause = "our clock is 86400000 ms behind ZooKeeper's, 5000 ms are allowed";
        assertRefused(node.ask(20), cause);
        assertRefused(node.ask(NextRequest.of(name, 20).withKey("k")), cause);
        assertThat(state().period()).contains(Period.parse("2026-11-30"));
        servers.pass(Duration.ofDays(-1));
        time.pass(Duration.ofSeconds(1));
        assertThat(node.take(20).period()).contains(Period.parse("2026-11-30"));
    }

    @ParameterizedTest
    @EnumSource
    void noFirstPeriodBeginsByAClockThatTheNodesClockDisagreesWith(SequenceMode mode) {
        create(mode);
        time.clock = () -> servers.now().toEpochMilli() + 3_600_000;
        assertRefused(node.ask(1), "our clock is 3600000 ms ahead of ZooKeeper's, 5000 ms are allowed");
        assertThat(state().period()).isEmpty();
        time.clock = () -> servers.now().toEpochMilli() + 5_000;
        time.pass(Duration.ofSeconds(1));
        assertThat(take(node)).isEqualTo("2026-11:1");
    }

    @Test
    void aPeriodThatHasBegunGoesOnThoughTheClocksDisagree() {
        create(SequenceMode.ORDERED);
        take(node);
        time.clock = () -> servers.now().toEpochMilli() + 3_600_000;
        assertThat(take(node)).isEqualTo("2026-11:2");
    }

    @Test
    void whileClocksDisagreeZooKeeperIsAskedOnceASecondAtTheMost() {
        create(SequenceMode.ORDERED);
        time.clock = () -> servers.now().toEpochMilli() + 3_600_000;
        String cause = "our clock is 3600000 ms ahead of ZooKeeper's, 5000 ms are allowed";
        assertRefused(node.ask(1), cause);
        int before = version();
        for (int i = 0; i < 10; i++) {
            assertRefused(node.ask(1), cause);
        }
        assertThat(version()).isEqualTo(before);
    }

    @Test
    void whatIsNotAboutNumbersIsDoneThoughTheClocksDisagree() {
        create(SequenceMode.GAPLESS);
        Grant november = node.take(1);
        pass(MINUTE);
        time.clock = () -> servers.now().toEpochMilli() + 3_600_000;
        assertRefused(node.ask(1), "our clock is 3600000 ms ahead of ZooKeeper's, 5000 ms are allowed");
        settle(node, november, Settlement.CONFIRM);
        assertThat(audit().findings()).isEmpty();
    }

    private void setBack(Duration by) {
        servers.pass(by.negated());
        time.pass(Duration.ofSeconds(1));
    }

    private CompletableFuture<?> turnBack(String period) {
        return node.submit(new TurnBackCommand(Period.parse(period), time.nanoTime(), PATIENCE));
    }

    private void assertNotTurnedBack(String period, String message) {
        CompletableFuture<?> turn = turnBack(period);
        node.settleDown();
        assertThatExceptionOfType(CompletionException.class)
                .isThrownBy(turn::join)
                .havingCause()
                .isInstanceOf(SequencePreconditionException.class)
                .withMessage("sequence " + name + message);
    }

    /** In blocks more may have been taken than were handed out. */
    private static void assertGoesOn(Grant grant, String period) {
        assertThat(grant.period()).contains(Period.parse(period));
        assertThat(grant.first() % 10).isEqualTo(1);
        assertThat(grant.first()).isGreaterThan(10);
    }

    @ParameterizedTest
    @EnumSource
    void aPeriodThatAWrongClockHasBegunIsTurnedBackAndGoesOnLaterWhereItWasLeft(SequenceMode mode) {
        create(mode, PeriodLength.DAY, RANGE);
        node.take(10);
        pass(Duration.ofDays(1));
        Grant early = node.take(10);
        assertThat(text(early)).isEqualTo("2026-12-01:1");
        setBack(Duration.ofDays(1));
        done(node, turnBack("2026-11-30"));
        assertGoesOn(node.take(10), "2026-11-30");
        if (mode == SequenceMode.GAPLESS) {
            settle(node, early, Settlement.CONFIRM);
        }
        pass(Duration.ofDays(1));
        assertGoesOn(node.take(10), "2026-12-01");
        pass(Duration.ofDays(1));
        assertThat(text(node.take(10))).isEqualTo("2026-12-02:1");
        assertThat(mode == SequenceMode.GAPLESS ? audit().findings() : List.of())
                .isEmpty();
    }

    private void beginADayEarlyAndTurnBack() {
        node.take(10);
        pass(Duration.ofDays(1));
        node.take(10);
        setBack(Duration.ofDays(1));
        done(node, turnBack("2026-11-30"));
    }

    /** By clocks that are wrong twice, the second time by more. */
    @ParameterizedTest
    @EnumSource
    void aPeriodThatAWrongClockHasPassedAgainGoesOnWhereItWasLeft(SequenceMode mode) {
        create(mode, PeriodLength.DAY, RANGE);
        beginADayEarlyAndTurnBack();
        pass(Duration.ofDays(9));
        assertThat(text(node.take(10))).isEqualTo("2026-12-09:1");
        setBack(Duration.ofDays(9));
        done(node, turnBack("2026-11-30"));
        assertGoesOn(node.take(10), "2026-11-30");
        pass(Duration.ofDays(1));
        assertGoesOn(node.take(10), "2026-12-01");
        pass(Duration.ofDays(8));
        assertGoesOn(node.take(10), "2026-12-09");
    }

    @Test
    void aPeriodThatAWrongClockHasBegunIsTurnedBackToWhenItIsDue() {
        create(SequenceMode.ORDERED, PeriodLength.DAY, RANGE);
        beginADayEarlyAndTurnBack();
        pass(Duration.ofDays(9));
        node.take(10);
        setBack(Duration.ofDays(8));
        done(node, turnBack("2026-12-01"));
        assertThat(take(node)).isEqualTo("2026-12-01:11");
    }

    @Test
    void whatCameBackOfAPeriodThatIsTurnedBackIsGivenToNobody() {
        create(SequenceMode.GAPLESS, PeriodLength.DAY, RANGE);
        settle(node, node.take(2), Settlement.CANCEL);
        pass(Duration.ofDays(1));
        settle(node, node.take(3), Settlement.CANCEL);
        setBack(Duration.ofDays(1));
        done(node, turnBack("2026-11-30"));
        assertThat(take(node)).isEqualTo("2026-11-30:3");
        pass(Duration.ofDays(1));
        assertThat(take(node)).isEqualTo("2026-12-01:4");
        assertThat(audit().findings()).isEmpty();
    }

    @Test
    void aPeriodThatNeverBeganIsTurnedBackTo() {
        create(SequenceMode.ORDERED, PeriodLength.DAY, RANGE);
        node.take(1);
        pass(Duration.ofDays(9));
        node.take(1);
        setBack(Duration.ofDays(8));
        done(node, turnBack("2026-12-01"));
        assertThat(take(node)).isEqualTo("2026-12-01:1");
    }

    @Test
    void aSequenceIsTurnedBackToThePresentPeriodAlone() {
        create(SequenceMode.ORDERED, PeriodLength.DAY, RANGE);
        node.take(1);
        pass(Duration.ofDays(1));
        node.take(1);
        assertNotTurnedBack(
                "2026-11-30",
                " is turned back to the period that it is now, by ZooKeeper's clock: period=2026-11-30, now=2026-12-01");
        done(node, turnBack("2026-12-01"));
        assertThat(take(node)).isEqualTo("2026-12-01:2");
        pass(Duration.ofDays(1));
        assertNotTurnedBack(
                "2026-12-02", " is in no later period than that: period=2026-12-02, current_period=2026-12-01");
    }

    @Test
    void aSequenceIsNotTurnedBackToAPeriodOfWhichItIsNotKnownWhatWasGiven() {
        create(SequenceMode.ORDERED, PeriodLength.DAY, RANGE);
        for (int day = 0; day < 3; day++) {
            node.take(1);
            pass(Duration.ofDays(1));
        }
        setBack(Duration.ofDays(3));
        assertNotTurnedBack(
                "2026-11-30",
                " cannot be turned back so far, the numbers given in that period are no longer known: period=2026-11-30, current_period=2026-12-02");
    }

    @Test
    void nothingIsTurnedBackWhileTheClocksDisagree() {
        create(SequenceMode.ORDERED, PeriodLength.DAY, RANGE);
        node.take(1);
        pass(Duration.ofDays(1));
        node.take(1);
        setBack(Duration.ofDays(1));
        time.clock = () -> servers.now().toEpochMilli() + 86_400_000;
        assertRefused(turnBack("2026-11-30"), "our clock is 86400000 ms ahead of ZooKeeper's, 5000 ms are allowed");
    }

    @Test
    void aSequenceWithoutPeriodsIsNotTurnedBack() {
        TestCatalogues.of(tree)
                .create(
                        new SequenceDefinition(name, SequenceMode.ORDERED, List.of(RANGE), TENS),
                        incarnation,
                        Overlap.ALLOWED)
                .join();
        assertNotTurnedBack("2026-11-30", " has no periods");
    }

    @Test
    void aNodeThatReliesOnNothingOlderThanAnHourAsksBeforeItGivesNumbers() {
        create(SequenceMode.ORDERED, PeriodLength.YEAR, RANGE);
        take(node);
        int before = version();
        pass(Duration.ofMinutes(59));
        take(node);
        assertThat(version()).isEqualTo(before + 1);
        pass(Duration.ofMinutes(61));
        take(node);
        assertThat(version()).isEqualTo(before + 3);
    }

    private ManualNode nodeWhoseZoneIs(String zone) {
        return new ManualNode(store(), servers, zone, name, time, StateLimits.DEFAULT);
    }

    private void createOfZone(SequenceMode mode) {
        TestCatalogues.of(tree)
                .create(
                        new SequenceDefinition(name, mode, List.of(RANGE), TENS)
                                .withPeriods(PeriodRule.of(PeriodLength.MONTH, ClockedStore.ZONE)),
                        incarnation,
                        Overlap.ALLOWED)
                .join();
        stateZnode();
    }

    @ParameterizedTest
    @EnumSource
    void aNodeWhoseZoneIsAheadWaitsForTheEndThatOthersHaveWritten(SequenceMode mode) {
        createOfZone(mode);
        ManualNode ahead = nodeWhoseZoneIs("+02:00");
        assertThat(take(node)).isEqualTo("2026-11:1");
        assertThat(take(ahead)).startsWith("2026-11:");
        pass(MINUTE);
        assertThat(take(ahead)).isEqualTo("2026-12:1");
        assertThat(take(node)).startsWith("2026-12:");
    }

    @ParameterizedTest
    @EnumSource
    void aNodeWhoseZoneIsBehindHasThePeriodGoOnForAllOrFindsTheNextOne(SequenceMode mode) {
        createOfZone(mode);
        ManualNode behind = nodeWhoseZoneIs("+00:30");
        assertThat(take(node)).isEqualTo("2026-11:1");
        assertThat(take(behind)).startsWith("2026-11:");
        pass(MINUTE);
        assertThat(take(behind)).startsWith("2026-11:");
        assertThat(take(node)).startsWith("2026-11:");
        pass(Duration.ofHours(1));
        assertThat(take(node)).isEqualTo("2026-12:1");
        assertThat(take(behind)).startsWith("2026-12:");
    }

    @Test
    void aBlockIsNotUsedLongerThanTheEndThatIsWrittenThoughANodeKnowsBetter() {
        createOfZone(SequenceMode.BLOCK);
        ManualNode behind = nodeWhoseZoneIs("+00:30");
        assertThat(take(node)).isEqualTo("2026-11:1");
        assertThat(take(behind)).isEqualTo("2026-11:11");
        pass(MINUTE);
        // It is to have the period go on, and others are first.
        CompletableFuture<Grant> call = behind.ask(1);
        behind.runToWrite();
        behind.tree.answerAll();
        behind.runToWrite();
        assertThat(call).isNotDone();
        assertThat(take(node)).isEqualTo("2026-12:1");
        behind.settleDown();
        assertThat(text(call)).startsWith("2026-12:");
    }

    // Calls under way when a period ends.

    @ParameterizedTest
    @EnumSource
    void aCallThatLosesAgainstTheFirstOfTheNextPeriodGetsANumberOfThat(SequenceMode mode) {
        create(mode);
        node.take(1);
        // More than is left of the block.
        CompletableFuture<Grant> call = node.ask(10);
        node.runToWrite();
        pass(MINUTE);
        String first = take(other);
        assertThat(first).isEqualTo("2026-12:1");
        node.settleDown();
        assertThat(text(call)).isEqualTo(mode == SequenceMode.BLOCK ? "2026-12:11" : "2026-12:2");
    }

    @ParameterizedTest
    @EnumSource
    void theWriteThatBeginsAPeriodIsDoneOnceThoughItsAnswerWasLost(SequenceMode mode) {
        create(mode);
        take(node);
        pass(MINUTE);
        CompletableFuture<Grant> call = node.ask(1);
        node.runToWrite();
        // The requests for the time.
        node.tree.answerAll();
        node.runToWrite();
        node.tree.loseAnswers();
        node.settleDown();
        assertThat(text(call)).isEqualTo("2026-12:1");
        assertThat(take(node)).isEqualTo("2026-12:2");
    }

    @ParameterizedTest
    @EnumSource
    void aWriteOfThePeriodBeforeThatIsFoundDoneLateAnswersWhoStillWaitsAndNobodyElse(SequenceMode mode) {
        create(mode);
        node.take(1);
        // More than is left of the block.
        CompletableFuture<Grant> call = node.ask(10);
        node.runToWrite();
        node.tree.loseAnswers();
        pass(MINUTE);
        assertThat(take(other)).isEqualTo("2026-12:1");
        node.settleDown();
        // It was given before the other one was.
        assertThat(text(call)).isEqualTo(mode == SequenceMode.BLOCK ? "2026-12:11" : "2026-11:2");
        assertThat(take(node)).startsWith("2026-12:");
    }

    @ParameterizedTest
    @EnumSource
    void aKeyGetsTheNumberOfThePeriodInWhichItWasAskedFirst(SequenceMode mode) {
        create(mode);
        CompletableFuture<Grant> first = node.ask(NextRequest.of(name).withKey("order 7"));
        done(node, first);
        pass(MINUTE);
        CompletableFuture<Grant> again = other.ask(NextRequest.of(name).withKey("order 7"));
        done(other, again);
        assertThat(again.join()).isEqualTo(first.join());
        assertThat(text(again)).isEqualTo("2026-11:1");
        assertThat(state().period()).contains(Period.parse("2026-11"));
        assertThat(take(other)).isEqualTo("2026-12:1");
    }

    // Reservations.

    @Test
    void aReservationOfAPeriodThatHasEndedIsConfirmed() {
        create(SequenceMode.GAPLESS);
        Grant november = node.take(1);
        pass(MINUTE);
        Grant december = node.take(1);
        settle(other, november, Settlement.CONFIRM);
        settle(node, december, Settlement.CONFIRM);
        assertThat(state().pending()).isZero();
        assertThat(entries())
                .containsExactly(
                        "turn,,,,,,2026-11",
                        "reserve,1,0,,,,",
                        "turn,,,,,ended=2026-11 taken=1 returned=0,2026-12",
                        "reserve,1,512,,,,",
                        "confirm,1,0,,,misprinted,2026-11",
                        "confirm,1,512,,,misprinted,");
        assertClean(2, 2, 0, 0, 0);
    }

    @Test
    void aNumberThatComesBackAfterItsPeriodIsGivenToNobody() {
        create(SequenceMode.GAPLESS);
        Grant cancelled = node.take(1);
        Grant voided = node.take(1);
        node.take(1);
        pass(MINUTE);
        assertThat(take(other)).isEqualTo("2026-12:1");
        settle(node, cancelled, Settlement.CANCEL);
        settle(node, voided, Settlement.VOID);
        done(node, node.submit(new ExpireCommand(incarnation, 0, List.of(2), 1, PATIENCE)));
        assertThat(take(node)).isEqualTo("2026-12:2");
        assertThat(take(other)).isEqualTo("2026-12:3");
        assertThat(state().returned().isEmpty()).isTrue();
        assertThat(entries())
                .contains("cancel,1,0,,,misprinted,2026-11", "void,2,1,,,misprinted,2026-11", "expire,3,2,,,,2026-11");
        assertClean(6, 0, 1, 3, 2);
    }

    @Test
    void whatHasComeBackByTheEndOfAPeriodIsGivenToNobody() {
        create(SequenceMode.GAPLESS);
        Grant first = node.take(1);
        settle(node, node.take(1), Settlement.CONFIRM);
        settle(node, first, Settlement.CANCEL);
        pass(MINUTE);
        assertThat(take(node)).isEqualTo("2026-12:1");
        assertThat(take(node)).isEqualTo("2026-12:2");
        assertThat(entries()).contains("turn,,,,,ended=2026-11 taken=2 returned=1,2026-12");
        assertClean(4, 1, 0, 2, 1);
    }

    @Test
    void whatIsCancelledInTheWriteThatBeginsAPeriodStaysInTheOneBefore() {
        create(SequenceMode.GAPLESS);
        Grant first = node.take(1);
        pass(MINUTE);
        CompletableFuture<?> cancelled = node.settle(first.reservation().orElseThrow(), Settlement.CANCEL);
        CompletableFuture<Grant> december = node.ask(1);
        done(node, CompletableFuture.allOf(cancelled, december));
        assertThat(text(december)).isEqualTo("2026-12:1");
        assertThat(take(node)).isEqualTo("2026-12:2");
        assertThat(entries())
                .startsWith(
                        "turn,,,,,,2026-11",
                        "reserve,1,0,,,,",
                        "cancel,1,0,,,misprinted,",
                        "turn,,,,,ended=2026-11 taken=1 returned=1,2026-12");
        assertClean(3, 0, 0, 2, 1);
    }

    @Test
    void aReservationThatIsCancelledWhileThePeriodEndsIsSettledOnce() {
        create(SequenceMode.GAPLESS);
        Grant november = other.take(1);
        CompletableFuture<?> cancelled = other.settle(november.reservation().orElseThrow(), Settlement.CANCEL);
        other.runToWrite();
        pass(MINUTE);
        assertThat(take(node)).isEqualTo("2026-12:1");
        done(other, cancelled);
        assertThat(take(node)).isEqualTo("2026-12:2");
        assertClean(3, 0, 0, 2, 1);
    }

    @Test
    void partsOfNumbersThatHaveComeBackEndWithTheirPeriod() {
        StateLimits small = new StateLimits(StateLimits.DEFAULT.renewAt(), 1, 2, 2, 3);
        node = new ManualNode(store(), servers, ClockedStore.ZONE, name, time, small);
        create(SequenceMode.GAPLESS);
        List<Grant> grants =
                IntStream.range(0, 20).mapToObj(unused -> node.take(1)).toList();
        for (int i = 0; i < 20; i += 2) {
            settle(node, grants.get(i), Settlement.CANCEL);
        }
        assertThat(state().returned().parts()).hasSizeGreaterThan(1);
        pass(MINUTE);
        assertThat(take(node)).isEqualTo("2026-12:1");
        assertThat(tree.children(SequencePaths.incarnation(name, incarnation)).join())
                .noneMatch(child -> child.startsWith("returned"));
        for (int i = 0; i < 10; i++) {
            grants = IntStream.range(0, 2).mapToObj(unused -> node.take(1)).toList();
            settle(node, grants.get(0), Settlement.CANCEL);
        }
        assertThat(audit().findings()).isEmpty();
    }

    @Test
    void pendingReservationsTellTheirPeriodAndAreFoundByIt() {
        create(SequenceMode.GAPLESS);
        Grant november = node.take(1);
        pass(MINUTE);
        Grant december = node.take(1);
        PendingListing pending =
                new PendingListing(new BulkConnection(this::store, unused -> tree), new UnreadableRecords());
        assertThat(pending.page(name, Optional.empty(), 10).join().items())
                .extracting(reservation -> reservation.period().orElseThrow().text())
                .containsExactly("2026-11", "2026-12");
        assertThat(pending.find(name, 1, Optional.of(Period.parse("2026-11"))).join())
                .isEqualTo(november.reservation().orElseThrow());
        assertThat(pending.find(name, 1, Optional.empty()).join())
                .isEqualTo(december.reservation().orElseThrow());
        assertThatThrownBy(() -> pending.find(name, 2, Optional.of(Period.parse("2026-11")))
                        .join())
                .hasCauseInstanceOf(UnknownReservationException.class);
    }

    private void assertClean(long taken, long confirmed, long voided, long pending, long returned) {
        AuditReport report = audit();
        assertThat(report.findings()).isEmpty();
        assertThat(List.of(report.taken(), report.confirmed(), report.voided(), report.pending(), report.returned()))
                .containsExactly(taken, confirmed, voided, pending, returned);
    }

    // Blocks.

    @Test
    void towardsTheEndOfAPeriodNumbersAreWrittenOneCallAfterTheOther() {
        create(SequenceMode.BLOCK);
        assertThat(take(node)).isEqualTo("2026-11:1");
        pass(Duration.ofSeconds(49));
        int before = version();
        assertThat(take(node)).isEqualTo("2026-11:2");
        assertThat(version()).isEqualTo(before);
        pass(Duration.ofSeconds(1));
        assertThat(take(node)).isEqualTo("2026-11:11");
        assertThat(take(node)).isEqualTo("2026-11:12");
        assertThat(version()).isEqualTo(before + 2);
        pass(Duration.ofSeconds(10));
        assertThat(take(node)).isEqualTo("2026-12:1");
        assertThat(node.served.usage().orElseThrow().issued()).isEqualTo(5);
        assertThat(node.served.usage().orElseThrow().lost()).isEqualTo(8);
    }

    @Test
    void aNodeWhoseBlockIsOfThePeriodBeforeGivesNothingOfItThoughZooKeeperIsSilent() {
        create(SequenceMode.BLOCK);
        take(node);
        pass(Duration.ofSeconds(51));
        CompletableFuture<Grant> call = node.ask(1);
        node.runToWrite();
        node.tree.requests().remove(0).lose();
        node.run();
        assertThat(call).isNotDone();
        pass(Duration.ofSeconds(9));
        take(other);
        node.settleDown();
        assertThat(text(call)).isEqualTo("2026-12:11");
    }

    @Test
    void aBlockOfThePeriodBeforeIsNotGivenBackThoughAsManyNumbersAreTaken() {
        create(SequenceMode.BLOCK);
        take(node);
        pass(MINUTE);
        assertThat(take(other)).isEqualTo("2026-12:1");
        assertThat(state().taken()).isEqualTo(10);
        CompletableFuture<?> stopped = node.served.stop(PATIENCE);
        done(node, stopped);
        assertThat(state().taken()).isEqualTo(10);
    }

    @Test
    void aBlockThatIsNotUsedForLongIsUsedOnceTheTimeIsKnownAgain() {
        create(SequenceMode.BLOCK, PeriodLength.YEAR, RANGE);
        assertThat(take(node)).isEqualTo("2026:1");
        pass(Duration.ofDays(3));
        int before = version();
        assertThat(take(node)).isEqualTo("2026:2");
        assertThat(take(node)).isEqualTo("2026:3");
        assertThat(version()).isEqualTo(before + 1);
    }

    @Test
    void numbersThatWereDrawnForAKeyAreOfThePeriodInWhichTheyAreWritten() {
        create(SequenceMode.BLOCK);
        take(node);
        CompletableFuture<Grant> call = node.ask(NextRequest.of(name).withKey("order 7"));
        node.runToWrite();
        pass(MINUTE);
        assertThat(take(other)).isEqualTo("2026-12:1");
        node.settleDown();
        assertThat(text(call)).isEqualTo("2026-12:11");
    }

    @Test
    void aRunOfNumbersWithoutTheirPeriodIsNotTaken() {
        create(SequenceMode.BLOCK);
        take(node);
        assertThat(node.served.tryNext(1)).isEqualTo(-1);
    }
}
