package io.snowkeeper.sequences.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowkeeper.coordinator.store.Change;
import io.snowkeeper.coordinator.store.CoordinationStore;
import io.snowkeeper.coordinator.store.Environment;
import io.snowkeeper.coordinator.store.NoAnswerException;
import io.snowkeeper.coordinator.store.StoreSession;
import io.snowkeeper.coordinator.store.StoredRecord;
import io.snowkeeper.coordinator.store.Watch;
import io.snowkeeper.core.sequence.AtExpiry;
import io.snowkeeper.core.sequence.LedgerPage;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.Retention;
import io.snowkeeper.core.sequence.SequenceDefinition;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import io.snowkeeper.sequences.DeleteRequest;
import io.snowkeeper.sequences.Grant;
import io.snowkeeper.sequences.NextRequest;
import io.snowkeeper.sequences.Overlap;
import io.snowkeeper.sequences.SequencePreconditionException;
import io.snowkeeper.sequences.SequenceUnavailableException;
import io.snowkeeper.sequences.Settlement;
import io.snowkeeper.sequences.access.BulkConnection;
import io.snowkeeper.sequences.access.SequenceStore;
import io.snowkeeper.sequences.access.ServedFleet;
import io.snowkeeper.sequences.catalogue.LedgerListing;
import io.snowkeeper.sequences.ledger.LedgerEntry;
import io.snowkeeper.sequences.ledger.LedgerFormat;
import io.snowkeeper.sequences.ledger.LedgerHead;
import io.snowkeeper.sequences.ledger.audit.AuditFinding;
import io.snowkeeper.sequences.ledger.audit.AuditReport;
import io.snowkeeper.sequences.record.SequencePaths;
import io.snowkeeper.sequences.record.SequenceRecord;
import io.snowkeeper.sequences.record.StateLimits;
import io.snowkeeper.sequences.sweep.ExpireCommand;
import io.snowkeeper.sequences.sweep.ReleaseCommand;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The ledger of a sequence as nodes change the sequence, step by step. */
abstract class LedgerScenarios {

    private static final long PATIENCE = Duration.ofHours(1).toNanos();
    private static final SequenceOptions RETURNS = SequenceOptions.DEFAULT.withAtExpiry(AtExpiry.RETURN);

    private static int sequences;

    private String name;
    private String incarnation;
    private SequenceStore tree;
    private LedgerListing listing;
    private ManualNode node;
    private ManualNode other;

    /** Returns the store that the nodes share, started. */
    abstract CoordinationStore store();

    @BeforeEach
    void create() {
        name = "L" + ++sequences;
        incarnation = "i" + sequences;
        tree = new SequenceStore(store(), new ServedFleet(Optional::empty), Environment.REAL);
        listing = new LedgerListing(new BulkConnection(this::store, unused -> tree));
        node = new ManualNode(store(), name);
        other = new ManualNode(store(), name);
        TestCatalogues.of(tree)
                .create(definition(), incarnation, Overlap.ALLOWED)
                .join();
    }

    private SequenceDefinition definition() {
        return new SequenceDefinition(name, SequenceMode.GAPLESS, List.of(new NumberRange(1, 1000)), RETURNS);
    }

    private List<LedgerEntry> entries() {
        return listing.page(name, 1, 1000).join().entries();
    }

    /** Returns the entries as CSV, without the parts that differ from run to run, and without periods. */
    private List<String> texts() {
        return entries().stream()
                .map(entry -> LedgerFormat.CSV.line(entry).replaceAll(",,(\\d{4}-[^,]*)?,[^,]*,[0-9a-f]{64}\r\n", ""))
                .toList();
    }

    private AuditReport audit() {
        return new ExportedLedger(listing, name).audit();
    }

    private SequenceRecord state() {
        return tree.read(SequencePaths.state(name, incarnation))
                .join()
                .orElseThrow()
                .as(SequenceRecord.class);
    }

    private void done(ManualNode by, CompletableFuture<?> asked) {
        by.settleDown();
        assertThat(asked).isCompleted();
    }

    private void settle(ManualNode by, Grant grant, Settlement settlement) {
        done(by, by.settle(grant.reservation().orElseThrow(), settlement));
    }

    private void change(ChangeCommand.Change change) {
        done(node, node.submit(new ChangeCommand(change, System.nanoTime(), PATIENCE)));
    }

    private void release(long through) {
        done(
                other,
                other.submit(new ReleaseCommand(
                        listing.release(name, through, Optional.empty()).join(), System.nanoTime(), PATIENCE)));
    }

    /** Writes 800 entries, 20 at a time, with so long keys that they fill some segments. */
    private void reserveMany() {
        for (int round = 0; round < 40; round++) {
            CompletableFuture<?>[] calls = new CompletableFuture<?>[20];
            for (int i = 0; i < calls.length; i++) {
                calls[i] = node.ask(
                        NextRequest.of(name).withKey("order of the year 2026, number %d/%d".formatted(round, i)));
            }
            done(node, CompletableFuture.allOf(calls));
        }
    }

    private CompletableFuture<?> delete(boolean discardsLedger) {
        return other.submit(new DeleteCommand(
                new DeleteRequest(name, state().next(), discardsLedger), System.nanoTime(), PATIENCE));
    }

    @Test
    void eachChangeIsAnEntry() {
        CompletableFuture<Grant> keyed =
                node.ask(NextRequest.of(name, 2).withKey("order, \"7\"").by("app"));
        done(node, keyed);
        Grant second = node.take(1);
        settle(node, keyed.join(), Settlement.CANCEL);
        settle(other, second, Settlement.CONFIRM);
        settle(node, node.take(1), Settlement.VOID);
        node.take(2);
        done(node, node.submit(new ExpireCommand(incarnation, 0, List.of(3), System.nanoTime(), PATIENCE)));
        change(new AppendChange(
                name, List.of(new NumberRange(2001, 2002), new NumberRange(3001, 3009)), StateLimits.DEFAULT));
        change(new OptionsChange(RETURNS.withMaxKeys(100)));
        assertThat(texts())
                .containsExactly(
                        "1,create,1-1000,,,,sequence=%s incarnation=%s reservation_ms=60000 at_expiry=return key_retention_ms=600000 max_keys=100000 max_pending=100000"
                                .formatted(name, incarnation),
                        "2,reserve,1-2,0,\"order, \"\"7\"\"\",app,",
                        "3,reserve,3,1,,,",
                        "4,cancel,1-2,0,,,misprinted",
                        "5,confirm,3,1,,,misprinted",
                        "6,reserve,1,2,,,",
                        "7,void,1,2,,,misprinted",
                        "8,reserve,2 4,3,,,",
                        "9,expire,2 4,3,,,",
                        "10,append,2001-2002 3001-3009,,,,",
                        "11,configure,,,,,reservation_ms=60000 at_expiry=return key_retention_ms=600000 max_keys=100 max_pending=100000");
        AuditReport report = audit();
        assertThat(report.findings()).isEmpty();
        assertThat(report.taken()).isEqualTo(4);
        assertThat(report.returned()).isEqualTo(2);
    }

    @Test
    void whatChangesNothingIsNoEntry() {
        Grant grant = node.take(1);
        settle(node, grant, Settlement.CONFIRM);
        settle(node, grant, Settlement.CONFIRM);
        change(new OptionsChange(RETURNS));
        assertThat(entries()).hasSize(3);
    }

    @Test
    void theCallsOfOneWriteAreEntriesInTheOrderInWhichTheyCame() {
        Grant first = node.take(1);
        CompletableFuture<Grant> second = node.ask(1);
        CompletableFuture<?> confirmed = node.settle(first.reservation().orElseThrow(), Settlement.CONFIRM);
        CompletableFuture<Grant> third = node.ask(1);
        done(node, CompletableFuture.allOf(second, confirmed, third));
        List<LedgerEntry> entries = entries();
        assertThat(texts().subList(2, 5))
                .containsExactly("3,reserve,2,1,,,", "4,confirm,1,0,,,misprinted", "5,reserve,3,2,,,");
        // The first one did not wait for the others.
        assertThat(entries.get(3).after()).contains(entries.get(2).time());
        assertThat(entries.get(4).after()).isEmpty();
        assertThat(entries.get(4).time()).isEqualTo(entries.get(3).time());
        assertThat(audit().findings()).isEmpty();
    }

    @Test
    void aWriteWhoseAnswerWasLostIsInTheLedgerOnce() {
        node.take(1);
        for (int lost = 0; lost < 3; lost++) {
            CompletableFuture<Grant> call = node.ask(1);
            node.runToWrite();
            node.tree.loseAnswers();
            done(node, call);
        }
        assertThat(entries()).hasSize(5);
        assertThat(audit().findings()).isEmpty();
    }

    @Test
    void aWriteThatIsDoneLateIsInTheLedgerOnce() {
        node.take(1);
        CompletableFuture<Grant> call = node.ask(1);
        node.runToWrite();
        node.tree.delayAll();
        node.runToWrite();
        node.tree.performLate();
        done(node, call);
        assertThat(entries()).hasSize(3);
        assertThat(audit().findings()).isEmpty();
    }

    @Test
    void aWriteThatOthersWereFasterThanIsPlannedAgainOnTheirEntries() {
        node.take(1);
        CompletableFuture<Grant> call = node.ask(1);
        node.runToWrite();
        other.take(1);
        done(node, call);
        assertThat(texts().subList(1, 4)).containsExactly("2,reserve,1,0,,,", "3,reserve,2,1,,,", "4,reserve,3,2,,,");
        assertThat(audit().findings()).isEmpty();
    }

    @Test
    void anEntryIsToldTheSameWayEverAfter() {
        node.take(1);
        List<LedgerEntry> before = entries();
        change(new OptionsChange(RETURNS.withMaxKeys(100)));
        node.take(1);
        assertThat(entries().subList(0, 2)).isEqualTo(before);
    }

    @Test
    void pagesFollowEachOtherOverManySegments() {
        reserveMany();
        assertThat(state().ledger().segment()).isGreaterThan(3);
        List<LedgerEntry> all = entries();
        assertThat(all).hasSize(801);
        for (int from : List.of(1, 2, 300, 555, 801)) {
            LedgerPage<LedgerEntry> page = listing.page(name, from, 100).join();
            assertThat(page.entries()).isEqualTo(all.subList(from - 1, Math.min(801, from + 99)));
            assertThat(page.last()).isEqualTo(801);
        }
        assertThat(listing.page(name, 802, 10).join()).isEqualTo(new LedgerPage<>(List.of(), 802, 801));
        assertThat(audit().findings()).isEmpty();
    }

    @Test
    void aPageEndsBeforeItTellsOfTooManyRuns() {
        // Each of these has 200 numbers with one between that another reservation has.
        List<Grant> apart = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            apart.add(node.take(1));
        }
        for (int i = 0; i < 400; i += 2) {
            settle(node, apart.get(i), Settlement.CANCEL);
        }
        for (int i = 0; i < 60; i++) {
            settle(node, node.take(200), Settlement.CANCEL);
        }
        List<LedgerEntry> all = entries();
        assertThat(all).hasSizeLessThan(1 + 400 + 200 + 120);
        assertThat(all.stream()
                        .mapToInt(entry -> entry.posting().numbers().size())
                        .sum())
                .isBetween(9_800, 10_000);
        ExportedLedger copy = new ExportedLedger(listing, name);
        assertThat(copy.audit().findings()).isEmpty();
        assertThat(copy.entries()).hasSize(1 + 400 + 200 + 120).startsWith(all.toArray(LedgerEntry[]::new));
    }

    @Test
    void whoHasMoreEntriesThanThereAreHasThoseOfAnotherSequence() {
        node.take(1);
        assertThat(listing.page(name, 3, 10).join().entries()).isEmpty();
        assertThatThrownBy(() -> listing.page(name, 4, 10).join())
                .hasCauseInstanceOf(SequencePreconditionException.class)
                .hasMessageContaining("the ledger of sequence %s has 2 entries: from=4", name);
    }

    /** Returns the list by a connection that reads a segment as it was, by the same session or by another one from then on. */
    private LedgerListing lagging(boolean bySameSession) {
        String path = SequencePaths.segment(name, incarnation, 0);
        Optional<StoredRecord> old = tree.read(path).join();
        return new LedgerListing(new BulkConnection(
                this::store, opened -> new SequenceStore(opened, new ServedFleet(Optional::empty), Environment.REAL) {

                    private boolean replaced;

                    @Override
                    public Object session() {
                        return replaced ? "second" : "first";
                    }

                    @Override
                    public CompletableFuture<Optional<StoredRecord>> read(String asked, Watch watch) {
                        if (!asked.equals(path)) {
                            return super.read(asked, watch);
                        }
                        replaced = !bySameSession;
                        return CompletableFuture.completedFuture(old);
                    }
                }));
    }

    @Test
    void noPageIsOfAServerThatLagsBehindTheState() {
        node.take(1);
        LedgerListing lagging = lagging(false);
        settle(other, node.take(1), Settlement.CONFIRM);
        assertThatThrownBy(() -> lagging.page(name, 1, 10).join())
                .hasCauseInstanceOf(NoAnswerException.class)
                .hasMessageContaining("the connection was replaced meanwhile");
    }

    @Test
    void aSegmentThatSomebodyElseHasPutBackIsNamed() {
        node.take(1);
        LedgerListing spoilt = lagging(true);
        node.take(1);
        assertThatThrownBy(() -> spoilt.page(name, 1, 10).join())
                .hasCauseInstanceOf(SequenceUnavailableException.class)
                .hasMessageContaining("segment 0 of the ledger of sequence %s cannot be read", name)
                .hasMessageContaining("it ends with another entry than 3");
    }

    @Test
    void aNodeThatIsAloneReadsNothingToGoOnWithALedger() {
        node.take(1);
        List<CompletableFuture<Grant>> granted = new ArrayList<>();
        for (int round = 0; round < 40; round++) {
            List<CompletableFuture<?>> asked = new ArrayList<>();
            for (CompletableFuture<Grant> grant : granted) {
                asked.add(node.settle(grant.join().reservation().orElseThrow(), Settlement.CONFIRM));
            }
            granted.clear();
            for (int i = 0; i < 20; i++) {
                granted.add(node.ask(1));
            }
            asked.addAll(granted);
            while (!asked.stream().allMatch(CompletableFuture::isDone)) {
                node.run();
                assertThat(node.tree.requests()).isNotEmpty().allMatch(request -> request.isWrite);
                node.tree.answerAll();
            }
        }
        assertThat(state().ledger().segment()).isPositive();
        assertThat(audit().findings()).isEmpty();
    }

    @Test
    void releasedSegmentsAreGoneAndTheRestFollowsFromTheCopy() {
        ExportedLedger copy = new ExportedLedger(listing, name);
        reserveMany();
        copy.goOn(100);
        release(500);
        LedgerHead head = state().ledger();
        assertThat(head.keptSegment()).isPositive();
        assertThat(tree.children(SequencePaths.incarnation(name, incarnation)).join())
                .filteredOn(child -> child.startsWith("ledger-"))
                .hasSize(head.segment() - head.keptSegment() + (head.open() > 0 ? 1 : 0));
        assertThat(state().ledger().kept()).isBetween(2L, 501L);
        assertThatThrownBy(() -> listing.page(name, 1, 10).join())
                .hasCauseInstanceOf(SequencePreconditionException.class)
                .hasMessageContaining(
                        "are kept from %d on, those before were released: from=1",
                        state().ledger().kept());
        node.take(1);
        assertThat(copy.audit().findings()).isEmpty();
        release(500);
        assertThat(copy.audit().findings()).isEmpty();
    }

    @Test
    void aLedgerIsNotLostWithItsSequence() {
        Grant grant = node.take(1);
        CompletableFuture<?> early = delete(false);
        other.settleDown();
        assertThatThrownBy(early::join)
                .hasCauseInstanceOf(SequencePreconditionException.class)
                .hasMessageContaining(
                        "the ledger of sequence %s would be lost, which has 2 entries, of which 0 were released", name);
        release(2);
        CompletableFuture<?> pending = delete(false);
        other.settleDown();
        assertThatThrownBy(pending::join)
                .hasCauseInstanceOf(SequencePreconditionException.class)
                .hasMessageContaining(
                        "1 numbers of sequence %s are pending, and their holders could no longer confirm them", name);
        done(node, node.settle(grant.reservation().orElseThrow(), Settlement.CONFIRM));
        release(3);
        done(other, delete(false));
    }

    @Test
    void aLedgerIsDiscardedIfThatIsSaid() {
        node.take(1);
        done(other, delete(true));
    }

    @Test
    void aLedgerBeginsWithHowManySequencesHadTheNameBeforeAndTheEndOfTheLastOnes() {
        for (int former = 1; former <= 3; former++) {
            node.take(1);
            String end = listing.balance(name).join().hash();
            done(other, delete(true));
            incarnation = "j" + former + name;
            TestCatalogues.of(tree)
                    .create(definition(), incarnation, Overlap.ALLOWED)
                    .join();
            assertThat(entries().get(0).posting().reason().orElseThrow())
                    .startsWith("sequence=%s incarnation=%s former=%d former_hash=%s reservation_ms="
                            .formatted(name, incarnation, former, end));
            AuditReport report = audit();
            assertThat(report.findings()).isEmpty();
            assertThat(report.remarks())
                    .extracting(AuditFinding::toString)
                    .containsExactly(
                            "entry 1: the name had %d sequences before, the last one's ledger ended with the hash %s"
                                    .formatted(former, end));
        }
    }

    @Test
    void noMoreIsReleasedThanThereIs() {
        assertThatThrownBy(() -> listing.release(name, 2, Optional.empty()).join())
                .hasCauseInstanceOf(SequencePreconditionException.class)
                .hasMessageContaining("the ledger of sequence %s has 1 entries: through=2", name);
    }

    @Test
    void whatIsReleasedHasTheHashThatItHasInTheCopy() {
        reserveMany();
        ExportedLedger copy = new ExportedLedger(listing, name);
        copy.goOn(1000);
        for (LedgerEntry entry : copy.entries()) {
            Optional<String> hash = Optional.of(entry.hash());
            assertThat(listing.release(name, entry.entry(), hash).join().hash()).isEqualTo(hash);
        }
        String other = copy.entries().get(300).hash();
        assertThatThrownBy(() -> listing.release(name, 400, Optional.of(other)).join())
                .hasCauseInstanceOf(SequencePreconditionException.class)
                .hasMessageContaining(
                        "entry 400 of the ledger of sequence %s has the hash %s, and %s was given",
                        name, copy.entries().get(399).hash(), other);
        release(700);
        assertThat(listing.release(name, 2, Optional.empty()).join().hash()).isEmpty();
        assertThatThrownBy(() -> listing.release(name, 2, Optional.of(other)).join())
                .hasMessageContaining("was released before, and its hash is no longer known");
    }

    @Test
    void aChangeThatChangesNothingIsNoEntry() {
        change(new OptionsChange(RETURNS));
        assertThat(texts()).hasSize(1);
    }

    @Test
    void keysThatAreKeptForEverAreToldAsSuch() {
        change(new OptionsChange(RETURNS.withKeyRetention(Retention.FOREVER)));
        assertThat(texts().get(1)).contains(" key_retention_ms=forever ");
    }

    @Test
    void aSegmentThatSomebodyElseHasWrittenIsNamed() {
        node.take(1);
        tree.write(List.of(new Change.Set(
                        SequencePaths.segment(name, incarnation, 0),
                        "{}".getBytes(StandardCharsets.UTF_8),
                        StoreSession.ANY_VERSION)))
                .join();
        assertThatThrownBy(this::entries)
                .hasCauseInstanceOf(SequenceUnavailableException.class)
                .hasMessageContaining("segment 0 of the ledger of sequence %s cannot be read", name);
    }

    @Test
    void anEntryThatSomebodyElseHasChangedIsFound() {
        node.take(1);
        String path = SequencePaths.segment(name, incarnation, 0);
        String written = new String(tree.read(path).join().orElseThrow().payload(), StandardCharsets.UTF_8);
        tree.write(List.of(new Change.Set(
                        path,
                        written.replace("[\"r\",\"1\",0]", "[\"r\",\"2\",0]").getBytes(StandardCharsets.UTF_8),
                        StoreSession.ANY_VERSION)))
                .join();
        assertThat(audit().findings())
                .anyMatch(finding -> finding.toString().contains("number 1: never given"))
                .anyMatch(finding -> finding.toString().startsWith("entry 2: its hash is "));
    }

    @Test
    void onlyGaplessSequencesHaveOne() {
        String ordered = name + "-ordered";
        TestCatalogues.of(tree)
                .create(
                        new SequenceDefinition(ordered, SequenceMode.ORDERED, List.of(new NumberRange(1, 9)), RETURNS),
                        "o" + sequences,
                        Overlap.ALLOWED)
                .join();
        assertThatThrownBy(() -> listing.balance(ordered).join())
                .hasCauseInstanceOf(SequencePreconditionException.class)
                .hasMessageContaining("sequence %s has no ledger", ordered);
    }
}
