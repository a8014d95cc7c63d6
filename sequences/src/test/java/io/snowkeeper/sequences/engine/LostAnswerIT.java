package io.snowkeeper.sequences.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.sequences.Grant;
import io.snowkeeper.sequences.NextRequest;
import io.snowkeeper.sequences.record.SequencePaths;
import io.snowkeeper.testkit.curator.SharedZooKeeper;
import io.snowkeeper.testkit.extent.Extent;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** ZooKeeper does a write, and the node does not hear of it. */
class LostAnswerIT {

    private static final NumberRange RANGE = new NumberRange(1, 1_000_000);

    /** How often answers are lost while callers ask. */
    private static final int LOSSES = Extent.of(4, 40);

    private String zooKeeper;
    private AnswerCutter cutter;
    private ServingNode behindCutter;
    private ServingNode other;

    @BeforeEach
    void start() throws Exception {
        zooKeeper = SharedZooKeeper.newConnectString();
        cutter = new AnswerCutter(zooKeeper);
        behindCutter = ServingNode.start(cutter.connectString());
        other = ServingNode.start(zooKeeper);
    }

    @AfterEach
    void stop() throws Exception {
        behindCutter.close();
        other.closeAside();
        cutter.close();
    }

    private CompletableFuture<Grant> askAndLoseTheAnswer(NextRequest request) {
        long taken = other.describe(request.sequence()).taken();
        cutter.loseAnswers();
        CompletableFuture<Grant> answer = behindCutter.sequences().next(request).toCompletableFuture();
        await().until(() -> other.describe(request.sequence()).taken() > taken);
        assertThat(answer).isNotDone();
        return answer;
    }

    @ParameterizedTest
    @EnumSource(
            value = SequenceMode.class,
            names = {"ORDERED", "GAPLESS"})
    void theNumbersOfAWriteWhoseAnswerWasLostAreGivenToThoseWhoWait(SequenceMode mode) {
        other.create("A", mode, RANGE);
        assertThat(behindCutter.next("A")).isEqualTo(1);
        CompletableFuture<Grant> answer = askAndLoseTheAnswer(NextRequest.of("A"));
        cutter.cut();
        assertThat(ServingNode.await(answer).first()).isEqualTo(2);
        assertThat(behindCutter.next("A")).isEqualTo(3);
    }

    @Test
    void noNumberIsLostOrDoubledWhileAnswersAreLostAgainAndAgain() throws Exception {
        List<SequenceMode> modes = List.of(SequenceMode.ORDERED, SequenceMode.GAPLESS);
        modes.forEach(mode -> other.create(mode.name(), mode, RANGE));
        AtomicLong answered = new AtomicLong();
        CompletableFuture<?> losses = CompletableFuture.runAsync(() -> loseAgainAndAgain(answered));
        List<List<Long>> answers = Callers.run(8, caller -> {
            List<Long> mine = new ArrayList<>();
            while (!losses.isDone()) {
                if (caller < 6) {
                    mine.add(behindCutter.next(modeOf(caller, modes)));
                    answered.incrementAndGet();
                } else {
                    mine.add(other.next(modeOf(caller, modes)));
                    // It goes on while the connection is made again, and leaves the processor to that.
                    LockSupport.parkNanos(1_000_000);
                }
            }
            assertThat(mine).isSorted();
            return mine;
        });
        losses.join();
        for (int i = 0; i < modes.size(); i++) {
            String mode = modes.get(i).name();
            List<Long> numbers = IntStream.range(0, answers.size())
                    .filter(caller -> modeOf(caller, modes).equals(mode))
                    .mapToObj(answers::get)
                    .flatMap(List::stream)
                    .sorted()
                    .toList();
            assertThat(numbers)
                    .as(mode)
                    .doesNotHaveDuplicates()
                    .hasSize(Math.toIntExact(numbers.get(numbers.size() - 1)));
        }
    }

    private static String modeOf(int caller, List<SequenceMode> modes) {
        return modes.get(caller % modes.size()).name();
    }

    /** Loses some answers, and the connection, each time when numbers come again. */
    private void loseAgainAndAgain(AtomicLong answered) {
        for (int i = 0; i < LOSSES; i++) {
            long before = answered.get();
            await().until(() -> answered.get() > before + 30);
            cutter.loseAnswers();
            await().until(cutter::hasLost);
            cutter.cut();
        }
    }

    @Test
    void aSequenceWhoseCreatorHasNotHeardOfItsDeletionSharesNoPathWithTheOneHeMakesThen() throws Exception {
        try (ServingNode creator = ServingNode.start(cutter.connectString());
                RawZnodes raw = new RawZnodes(zooKeeper)) {
            creator.create("B", SequenceMode.ORDERED, RANGE);
            cutter.loseAnswersOnceWritten();
            CompletableFuture<?> created = creator.sequences()
                    .create(ServingNode.definition("A", SequenceMode.ORDERED, RANGE))
                    .toCompletableFuture();
            await().until(() -> raw.exists(SequencePaths.name("A")));
            String first = raw.incarnation("A");
            ServingNode.await(other.sequences().delete("A", OptionalLong.of(RANGE.from())));
            // As the sweeper does it.
            raw.delete(SequencePaths.name("A"));
            cutter.cut();
            created.join();
            assertThat(raw.incarnation("A")).isNotEqualTo(first);
        }
    }

    @Test
    void keysThatAreAskedForWhileTheirSequenceIsReplacedGetNumbersOfTheNewOne() {
        other.create("A", SequenceMode.BLOCK, RANGE);
        behindCutter.next("A");
        cutter.holdWrites();
        List<CompletableFuture<Grant>> asked = IntStream.range(0, 20)
                .mapToObj(i -> behindCutter
                        .sequences()
                        .next(NextRequest.of("A").withKey("key " + i))
                        .toCompletableFuture())
                .toList();
        await().until(cutter::holdsWrite);
        ServingNode.await(other.sequences().delete("A", other.describe("A").next()));
        NumberRange later = new NumberRange(RANGE.to() + 1, 2 * RANGE.to());
        other.create("A", SequenceMode.BLOCK, later);
        cutter.passWrites();
        asked.forEach(CompletableFuture::join);
        assertThat(IntStream.range(0, asked.size()).mapToObj(i -> other.next("A", "key " + i)))
                .doesNotHaveDuplicates()
                .allSatisfy(number -> assertThat(number).isBetween(later.from(), later.to()));
    }
}
