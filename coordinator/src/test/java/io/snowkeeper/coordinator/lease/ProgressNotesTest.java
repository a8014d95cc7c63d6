package io.snowkeeper.coordinator.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.coordinator.progress.SeenSequence;
import io.snowkeeper.coordinator.progress.SequenceNotes;
import io.snowkeeper.coordinator.progress.SequenceProgress;
import io.snowkeeper.coordinator.store.RecordStamp.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A look is made twice a second. */
class ProgressNotesTest {

    private static final long TOTAL = 1_000_000;

    private final ProgressNotes notes = new ProgressNotes(Optional.empty());

    private static SeenSequence at(String sequence, @Nullable String period, long taken) {
        return at(sequence, period, taken, 7);
    }

    private static SeenSequence at(String sequence, @Nullable String period, long taken, long transaction) {
        return new SeenSequence(
                new SequenceProgress(sequence, "i", period, taken), TOTAL, new Write(1, 1, transaction), null);
    }

    private Optional<SequenceNotes> look(List<SeenSequence> seen, boolean ends) {
        Optional<SequenceNotes> changed = notes.look(seen, ends);
        notes.saved();
        return changed;
    }

    private OptionalLong look(long taken) {
        return noted(look(List.of(at("A", null, taken)), false));
    }

    private static OptionalLong noted(Optional<SequenceNotes> changed) {
        return changed.map(now -> OptionalLong.of(now.sequences().get(0).taken()))
                .orElse(OptionalLong.empty());
    }

    @Test
    void whatIsNotedIsAheadAtThePaceOfNow() {
        assertThat(look(100)).hasValue(100);
        assertThat(look(110)).hasValue(310);
    }

    @Test
    void itIsNotedAgainShortlyBeforeItIsReached() {
        look(100);
        look(110);
        for (long taken = 120; taken <= 290; taken += 10) {
            assertThat(look(taken)).as("at %d", taken).isEmpty();
        }
        assertThat(look(300)).hasValue(500);
    }

    @Test
    void whatIsFasterThanExpectedIsNotedAtTheNextLook() {
        look(100);
        look(110);
        assertThat(look(1_000)).hasValue(1_000 + 20 * 890);
    }

    @Test
    void aSequenceAtRestIsNotedAsItIs() {
        look(100);
        look(110);
        for (int looks = 0; looks < ProgressNotes.LOOKS_AHEAD; looks++) {
            assertThat(look(110)).isEmpty();
        }
        assertThat(look(110)).hasValue(110);
        assertThat(look(110)).isEmpty();
    }

    @Test
    void atTheEndAllIsNotedAsItIs() {
        look(100);
        look(110);
        assertThat(noted(look(List.of(at("A", null, 115)), true))).hasValue(115);
    }

    @Test
    void aPeriodIsNotedOnItsOwnAheadAtThePaceAtWhichItBegins() {
        look(List.of(at("A", "2026-01", 500)), false);
        assertThat(look(List.of(at("A", "2026-02", 3)), false))
                .hasValueSatisfying(now -> assertThat(now.sequences()).containsExactly(at("A", "2026-02", 63)));
    }

    @Test
    void noMoreNumbersAreNotedThanThereAre() {
        look(TOTAL - 100);
        assertThat(look(TOTAL - 10)).hasValue(TOTAL);
    }

    @Test
    void whatAFormerProcessHasNotedStaysUntilTheSequenceIsSeen() {
        ProgressNotes second = new ProgressNotes(Optional.of(new SequenceNotes(List.of(at("A", null, 310)), true)));
        assertThat(second.look(List.of(), true)).isEmpty();
        assertThat(second.latest().orElseThrow().sequences()).containsExactly(at("A", null, 310));
    }

    @Test
    void whatOthersHaveTakenSinceAFormerProcessIsNoPace() {
        ProgressNotes second = new ProgressNotes(Optional.of(new SequenceNotes(List.of(at("A", null, 310)), true)));
        assertThat(noted(second.look(List.of(at("A", null, 5_000)), false))).hasValue(5_000);
    }

    @Test
    void whatCouldNotBeSavedIsToBeNotedAtTheNextLookToo() {
        assertThat(notes.look(List.of(at("A", null, 100)), false)).isPresent();
        assertThat(noted(notes.look(List.of(at("A", null, 100)), false))).hasValue(100);
        notes.saved();
        assertThat(notes.look(List.of(at("A", null, 100)), false)).isEmpty();
    }

    @Test
    void ofVeryManyThoseThatWereWrittenLastAreKept() {
        List<SeenSequence> many = IntStream.range(0, ProgressNotes.MAX_SEQUENCES + 1)
                .mapToObj(i -> at("A" + i, null, 1))
                .collect(Collectors.toCollection(ArrayList::new));
        SequenceNotes kept = look(many, false).orElseThrow();
        assertThat(kept.complete()).isFalse();
        assertThat(kept.sequences()).hasSize(ProgressNotes.MAX_SEQUENCES).doesNotContain(at("A0", null, 1));

        assertThat(look(many, false)).as("nothing was taken since").isEmpty();
        many.set(0, at("A0", null, 2, 8));
        assertThat(look(many, false).orElseThrow().sequences()).contains(at("A0", null, 2, 8));
    }
}
