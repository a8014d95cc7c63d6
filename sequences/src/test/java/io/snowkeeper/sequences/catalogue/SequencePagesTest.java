package io.snowkeeper.sequences.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.coordinator.store.NoAnswerException;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.Page;
import io.snowkeeper.core.sequence.SequenceDefinition;
import io.snowkeeper.core.sequence.SequenceDescription;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import io.snowkeeper.sequences.SequenceUnavailableException;
import io.snowkeeper.sequences.engine.ManualExecutor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SequencePagesTest {

    private static final Page<SequenceDescription> PAGE = new Page<>(List.of(), Optional.empty());
    private static final Optional<String> FIRST = Optional.empty();

    private final ManualExecutor timer = new ManualExecutor();
    private final List<String> asked = new ArrayList<>();
    private final List<CompletableFuture<Page<SequenceDescription>>> reads = new ArrayList<>();
    private long nanos;
    private final SequencePages pages = new SequencePages(
            (after, limit) -> {
                asked.add(after.orElse("") + limit);
                reads.add(new CompletableFuture<>());
                return reads.get(reads.size() - 1);
            },
            () -> nanos,
            timer,
            Duration.ofMinutes(10));

    private CompletableFuture<Page<SequenceDescription>> ask(String after) {
        return pages.page(Optional.of(after), 10);
    }

    private void begin(String after) {
        var unused = ask(after);
    }

    private void answer(int read) {
        reads.get(read).complete(PAGE);
    }

    private void rest() {
        timer.passTime();
        timer.runReady();
    }

    @Test
    void aPageIsReadOnceForAllWhoAskForItTogether() {
        List<CompletableFuture<Page<SequenceDescription>>> answers = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            answers.add(ask("A"));
        }
        answer(0);
        assertThat(answers).allSatisfy(page -> assertThat(page).isCompletedWithValue(PAGE));
        assertThat(asked).containsExactly("A10");
    }

    @Test
    void aPageIsShownForASecondAndThenReadAnew() {
        begin("A");
        answer(0);
        rest();
        nanos = TimeUnit.SECONDS.toNanos(1) - 1;
        assertThat(ask("A")).isCompletedWithValue(PAGE);
        nanos++;
        assertThat(ask("A")).isNotDone();
        assertThat(asked).hasSize(2);
    }

    @Test
    void whoGoesAwayTakesThePageFromNobody() {
        CompletableFuture<Page<SequenceDescription>> gone = ask("A");
        CompletableFuture<Page<SequenceDescription>> other = ask("A");
        gone.cancel(false);
        answer(0);
        assertThat(other).isCompletedWithValue(PAGE);
    }

    @Test
    void onePageIsReadAtATimeAndTheNextAfterARest() {
        begin("A");
        begin("B");
        assertThat(asked).containsExactly("A10");
        answer(0);
        assertThat(asked).containsExactly("A10");
        rest();
        assertThat(asked).containsExactly("A10", "B10");
    }

    @Test
    void morePagesThanMayWaitAreRefusedForNow() {
        begin("under way");
        for (int i = 0; i < SequencePages.MAX_WAITING; i++) {
            assertThat(ask("waiting " + i)).isNotDone();
        }
        assertThat(ask("another"))
                .failsWithin(Duration.ofMinutes(1))
                .withThrowableThat()
                .havingCause()
                .isInstanceOfSatisfying(
                        SequenceUnavailableException.class,
                        refused -> assertThat(refused.reason()).isEqualTo(UnavailableReason.SEQUENCE_BUSY))
                .withMessage(
                        "the list of sequences is requested too often: 8 pages of it wait already; ask again later");
    }

    @Test
    void theUsualFirstPageIsReadBeforeAllThatWaitsHoweverMuchThatIs() {
        begin("under way");
        for (int i = 0; i < SequencePages.MAX_WAITING; i++) {
            begin("waiting " + i);
        }
        CompletableFuture<Page<SequenceDescription>> usual = pages.page(FIRST, Page.MAX_LIMIT);
        answer(0);
        rest();
        answer(1);
        assertThat(usual).isCompletedWithValue(PAGE);
    }

    @Test
    void whoAsksForLessOfTheFirstPageSharesIt() {
        CompletableFuture<Page<SequenceDescription>> one = pages.page(FIRST, 1);
        CompletableFuture<Page<SequenceDescription>> two = pages.page(FIRST, 2);
        Page<SequenceDescription> all = new Page<>(List.of(described("a"), described("b")), Optional.empty());
        reads.get(0).complete(all);

        assertThat(asked).containsExactly("" + Page.MAX_LIMIT);
        assertThat(one).isCompletedWithValue(new Page<>(List.of(described("a")), Optional.of("a")));
        assertThat(two).isCompletedWithValue(all);
    }

    @Test
    void aFailureIsToldToThoseWhoWaitAndNotKept() {
        CompletableFuture<Page<SequenceDescription>> failed = ask("A");
        reads.get(0).completeExceptionally(new NoAnswerException("ZooKeeper said CONNECTIONLOSS"));
        assertThat(failed).isCompletedExceptionally();
        rest();
        begin("A");
        assertThat(reads).hasSize(2);
    }

    @Test
    void whoAsksWhileADefinitionIsChangedOrAfterThatIsNotShownWhatWasReadBefore() {
        begin("A");
        answer(0);
        rest();
        CompletableFuture<String> change = pages.changing(new CompletableFuture<>());
        CompletableFuture<Page<SequenceDescription>> meanwhile = ask("A");
        assertThat(asked).hasSize(2);
        change.complete("done");
        CompletableFuture<Page<SequenceDescription>> after = ask("A");
        answer(1);
        assertThat(meanwhile).isCompletedWithValue(PAGE);
        assertThat(after).isNotDone();
        rest();
        answer(2);
        assertThat(after).isCompletedWithValue(PAGE);
        assertThat(ask("A")).isCompletedWithValue(PAGE);
    }

    @Test
    void fewPagesAreKept() {
        for (int i = 0; i < 100; i++) {
            begin("A" + i);
            answer(i);
            rest();
        }
        assertThat(ask("A99")).isCompletedWithValue(PAGE);
        assertThat(ask("A0")).isNotDone();
    }

    private static SequenceDescription described(String name) {
        return new SequenceDescription(
                new SequenceDefinition(
                        name, SequenceMode.BLOCK, List.of(new NumberRange(1, 10)), SequenceOptions.DEFAULT),
                OptionalLong.of(1),
                0,
                10,
                0,
                0,
                0,
                Optional.empty());
    }
}
