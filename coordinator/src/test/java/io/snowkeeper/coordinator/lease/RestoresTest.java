package io.snowkeeper.coordinator.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.coordinator.MemberSettings;
import io.snowkeeper.coordinator.fleet.FleetPaths;
import io.snowkeeper.coordinator.fleet.FleetTree;
import io.snowkeeper.coordinator.fleet.FleetTree.Touch;
import io.snowkeeper.coordinator.fleet.RestoreRecord;
import io.snowkeeper.coordinator.fleet.StoredRestores;
import io.snowkeeper.coordinator.memory.MemoryEnsemble;
import io.snowkeeper.coordinator.memory.MemoryStore;
import io.snowkeeper.coordinator.progress.SeenSequence;
import io.snowkeeper.coordinator.progress.SequenceNotes;
import io.snowkeeper.coordinator.progress.SequenceProgress;
import io.snowkeeper.coordinator.progress.StoredProgress;
import io.snowkeeper.coordinator.state.LocalReservation;
import io.snowkeeper.coordinator.state.NodeStateStore;
import io.snowkeeper.coordinator.store.Environment;
import io.snowkeeper.coordinator.store.PayloadCodec;
import io.snowkeeper.coordinator.store.RecordStamp;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A node's notes of sequences against restored data of ZooKeeper, and their receivers. */
class RestoresTest {

    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
    private static final Touch NOW = new Touch(1, NOON.toEpochMilli());
    private static final String STATE = FleetPaths.sequenceState("A", "i");

    private Optional<SequenceNotes> notes = Optional.empty();
    private int heard;
    private final MemoryEnsemble ensemble = new MemoryEnsemble();
    private final MemoryStore store = ensemble.client();
    private final FleetTree tree = new FleetTree(store, Environment.REAL);
    private final Restores restores = new Restores(
            tree,
            MemberSettings.builder("n1")
                    .connectString("localhost:2181")
                    .window(Duration.ofSeconds(3))
                    .sessionTimeout(Duration.ofSeconds(2))
                    .maxSkew(Duration.ofSeconds(5))
                    .maxRollbackWait(Duration.ofMillis(10))
                    .build(),
            new LocalReservation(NodeStateStore.none(), NOON::toEpochMilli),
            NodeStateStore.none(),
            () -> notes,
            () -> notes.map(SequenceNotes::sequences).orElse(List.of()),
            () -> heard++);

    @BeforeEach
    void start() {
        store.start();
        store.session().ensure(FleetPaths.SEQUENCES + "/A/i").join();
        write(100);
    }

    @AfterEach
    void stop() {
        store.close();
    }

    private void write(long taken) {
        ensemble.put(STATE, PayloadCodec.encode(new StoredProgress(new StoredProgress.Numbering(null), taken)));
    }

    private RecordStamp.Write written() {
        return ensemble.record(STATE).orElseThrow().stamp().write();
    }

    private void note(long taken, RecordStamp.Write written, @Nullable Instant restored) {
        SequenceProgress progress = new SequenceProgress("A", "i", null, taken);
        notes = Optional.of(new SequenceNotes(List.of(new SeenSequence(progress, 9_999, written, restored)), true));
    }

    private Optional<String> undone() {
        RestoreRecord known = restores.follow();
        restores.compared();
        return restores.undone(known);
    }

    private void endRestore() {
        StoredRestores stored = tree.readRestores();
        assertThat(tree.writeRestores(stored, stored.record().endedAt(NOON), List.of()))
                .isTrue();
    }

    private Optional<SequenceNotes> given() {
        return Optional.ofNullable(tree.readNotes().get("n1")).map(found -> found.as(SequenceNotes.class));
    }

    @Test
    void aSequenceThatIsAsItWasNotedOrLaterShowsNothing() {
        note(300, written(), null);
        assertThat(undone()).isEmpty();
        write(90);
        assertThat(undone()).as("a block was given back").isEmpty();
    }

    @Test
    void aSequenceThatIsOlderThanItWasNotedShowsItWhateverTheSlotDoes() {
        RecordStamp.Write before = written();
        write(120);
        note(300, written(), null);
        RecordStamp.Write noted = written();
        note(300, new RecordStamp.Write(before.created(), noted.version() + 1, noted.transaction() + 1), null);

        assertThat(undone()).hasValue("znode /sequences/A/i/state has version 1, this node has seen version 2");
    }

    @Test
    void aRunningNodeThatHasSeenMoreOfASequenceThanAnotherSessionShowsHasAllNodesClose() {
        RecordStamp.Write kept = written();
        note(120, new RecordStamp.Write(kept.created(), kept.version() + 1, kept.transaction() + 1), null);

        restores.noteUndone(() -> NOW);

        assertThat(tree.readRestores().record().open()).isPresent();
    }

    @Test
    void aRunningNodeThatFindsItsSequencesAsItHasSeenThemSaysNothing() {
        note(100, written(), null);

        restores.noteUndone(() -> NOW);

        assertThat(tree.readRestores().record().open()).isEmpty();
    }

    @Test
    void aRunningNodeThatWasAwayWhileARestoreWasEndedAndHasSeenMoreHasAllNodesCloseAgain() {
        restores.follow();
        restores.compared();
        note(101, written(), null);
        ensemble.put(
                FleetPaths.RESTORES,
                PayloadCodec.encode(
                        RestoreRecord.NONE.found(NOON, "n2", "a slot is older").endedAt(NOON)));

        restores.noteUndone(() -> NOW);

        assertThat(tree.readRestores().record().open()).isPresent();
    }

    @Test
    void ofManySequencesTheLastOneMayShowIt() {
        SequenceProgress gone = new SequenceProgress("B", "i", null, 1);
        SeenSequence missing = new SeenSequence(gone, 9_999, written(), null);
        SequenceProgress progress = new SequenceProgress("A", "i", null, 100);
        RecordStamp.Write later = new RecordStamp.Write(
                written().created(), written().version() + 1, written().transaction() + 1);
        List<SeenSequence> many = new ArrayList<>(Collections.nCopies(450, missing));
        many.add(new SeenSequence(progress, 9_999, later, null));
        notes = Optional.of(new SequenceNotes(many, true));

        assertThat(undone()).isPresent();
    }

    @Test
    void aSequenceThatIsNotThereOrCannotBeReadShowsNothing() {
        note(300, written(), null);
        restores.note("a slot is older", NOW);
        endRestore();
        ensemble.put(STATE, new byte[] {'{'});
        assertThat(undone()).isEmpty();
        ensemble.deleteAll(STATE);
        assertThat(undone()).isEmpty();
    }

    @Test
    void aNodeThatIsStartedAfterARestoreWasEndedAndHasNotedMoreFindsAnotherOneAndGivesItsNotes() {
        RecordStamp.Write lost = new RecordStamp.Write(1, 90, 1_000);
        restores.note("a slot is older", NOW);
        endRestore();
        note(100, lost, null);
        assertThat(undone()).as("no more than recover knew").isEmpty();
        note(101, lost, null);

        String evidence = undone().orElseThrow();
        assertThat(evidence)
                .isEqualTo("this node had noted more numbers of sequence A than snowkeeper recover knew of");
        restores.note(evidence, NOW);

        assertThat(tree.readRestores().record().open()).isPresent();
        assertThat(given()).isEqualTo(notes);
    }

    @Test
    void whatWasNotedSinceTheRestoreIsComparedByTheWrite() {
        restores.note("a slot is older", NOW);
        endRestore();
        note(300, written(), restores.follow().latest());
        assertThat(undone()).as("a note is ahead").isEmpty();
    }

    @Test
    void aRunningNodeGivesItsNotesWhenItHearsOfARestoreAndEachTimeThereAreOthers() {
        RestoreRecord found = RestoreRecord.NONE.found(NOON, "n2", "a slot is older");
        restores.followChanges();
        ensemble.put(FleetPaths.RESTORES, PayloadCodec.encode(found));
        assertThat(heard).isEqualTo(1);
        restores.followChanges();
        assertThat(given()).as("it knows nothing").isEmpty();

        note(100, written(), null);
        StoredRestores before = tree.readRestores();
        assertThat(restores.follow()).isEqualTo(found);
        assertThat(given()).isEqualTo(notes);
        assertThat(tree.readRestores().version()).as("it is looked at again").isNotEqualTo(before.version());
        note(120, written(), null);
        restores.follow();
        assertThat(given()).isEqualTo(notes);
        before = tree.readRestores();
        restores.follow();
        assertThat(tree.readRestores()).isEqualTo(before);
    }

    @Test
    void dataThatWereSavedWhileARestoreWasOpenArePutBackInAnotherOne() {
        RestoreRecord open = RestoreRecord.NONE.found(NOON.minusSeconds(60), "n2", "a slot is older");
        ensemble.put(FleetPaths.RESTORES, PayloadCodec.encode(open));
        restores.follow();
        restores.compared();
        restores.note("a slot is older", NOW);

        assertThat(tree.readRestores().record().latest()).isEqualTo(NOON);
        assertThat(restores.floorMillis().orElseThrow()).isGreaterThan(NOON.toEpochMilli());
    }

    @Test
    void aRestoreThatAnOperatorTellsOfIsFoundThoughTheDataTellOfAnOpenOne() {
        restores.note("a slot is older", NOW);
        restores.note("a slot is older", NOW);
        assertThat(tree.readRestores().record().restores()).hasSize(1);
        restores.note("an operator says so", NOW, true);
        assertThat(tree.readRestores().record().restores()).hasSize(2);
    }

    @Test
    void aRestoreThatOthersHaveFoundSinceIsNotFoundAnewAndOneThatWasKnownIs() {
        restores.follow();
        ensemble.put(
                FleetPaths.RESTORES,
                PayloadCodec.encode(
                        RestoreRecord.NONE.found(NOON, "n2", "a slot is older").endedAt(NOON)));
        restores.note("a slot is older", NOW);
        assertThat(tree.readRestores().record().restores()).hasSize(1);
        restores.compared();
        restores.note("a slot is older", NOW);
        assertThat(tree.readRestores().record().restores()).hasSize(2);
    }
}
