package io.snowkeeper.coordinator.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.coordinator.sequence.progress.SequenceNotes;
import io.snowkeeper.coordinator.sequence.progress.SequenceProgress;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A look is made twice a second. */
class ProgressNotesTest {

    private final ProgressNotes notes = new ProgressNotes(SequenceNotes.NONE);

    private static SequenceProgress at(String sequence, @Nullable String period, long taken) {
        return new SequenceProgress(sequence, "i", period, taken, 7);
    }

    private OptionalLong look(long taken) {
        return noted(notes.look(List.of(at("A", null, taken)), false));
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
        assertThat(noted(notes.look(List.of(at("A", null, 115)), true))).hasValue(115);
    }

    @Test
    void aPeriodIsNotedOnItsOwn() {
        notes.look(List.of(at("A", "2026-01", 500)), false);
        assertThat(notes.look(List.of(at("A", "2026-02", 3)), false))
                .hasValueSatisfying(now -> assertThat(now.sequences()).containsExactly(at("A", "2026-02", 3)));
    }

    @Test
    void whatAFormerProcessHasNotedStaysUntilItIsPassed() {
        ProgressNotes second = new ProgressNotes(new SequenceNotes(List.of(at("A", null, 310)), true));
        assertThat(second.look(List.of(), true)).isEmpty();
        assertThat(second.notes().sequences()).containsExactly(at("A", null, 310));
    }

    @Test
    void ofVeryManyThoseThatWereWrittenLastAreKept() {
        List<SequenceProgress> many = IntStream.range(0, ProgressNotes.MAX_SEQUENCES + 1)
                .mapToObj(i -> at("A" + i, null, 1))
                .toList();
        SequenceNotes kept = notes.look(many, false).orElseThrow();
        assertThat(kept.complete()).isFalse();
        assertThat(kept.sequences()).hasSize(ProgressNotes.MAX_SEQUENCES).doesNotContain(at("A0", null, 1));
    }
}
