package io.snowkeeper.sequences.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.coordinator.store.CoordinationStore;
import io.snowkeeper.coordinator.store.Environment;
import io.snowkeeper.sequences.Grant;
import io.snowkeeper.sequences.NextRequest;
import io.snowkeeper.sequences.SettleRequest;
import io.snowkeeper.sequences.Settlement;
import io.snowkeeper.sequences.plan.Command;
import io.snowkeeper.sequences.record.StateLimits;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A node that serves one sequence, step by step as a test says. */
public final class ManualNode {

    private static final long PATIENCE = Duration.ofHours(1).toNanos();

    final ManualExecutor loop = new ManualExecutor();
    final ManualStore tree;
    public ServedSequence served;

    private final String sequence;
    private final Environment environment;
    private final StateLimits limits;

    public ManualNode(CoordinationStore store, String sequence) {
        this(store, sequence, StateLimits.DEFAULT);
    }

    public ManualNode(CoordinationStore store, String sequence, StateLimits limits) {
        this(store, sequence, Environment.REAL, limits);
    }

    ManualNode(CoordinationStore store, String sequence, Environment environment, StateLimits limits) {
        this(store, null, ClockedStore.ZONE, sequence, environment, limits);
    }

    /**
     * @param clock the servers' clock, null if it is the store's own
     * @param zone the node's own zone for {@value ClockedStore#ZONE}
     */
    ManualNode(
            CoordinationStore store,
            @Nullable ServerClock clock,
            String zone,
            String sequence,
            Environment environment,
            StateLimits limits) {
        this.sequence = sequence;
        this.environment = environment;
        this.limits = limits;
        tree = new ManualStore(store, clock, zone, environment);
        served = serve();
    }

    private ServedSequence serve() {
        return new ServedSequence(sequence, tree, new SharedTick(loop), environment, 10_000, unused -> {}, limits);
    }

    CompletableFuture<Grant> ask(int count) {
        return ask(NextRequest.of(sequence, count));
    }

    CompletableFuture<Grant> ask(NextRequest request) {
        renewIfRetired();
        return served.next(request, PATIENCE);
    }

    CompletableFuture<?> settle(String reservation, Settlement settlement) {
        SettleRequest request = new SettleRequest(
                sequence,
                Optional.of(reservation),
                OptionalLong.empty(),
                settlement,
                Optional.empty(),
                Optional.of("misprinted"));
        return submit(new SettleCommand(request, reservation, environment.nanoTime(), PATIENCE));
    }

    <T> CompletableFuture<T> submit(Command<T> command) {
        renewIfRetired();
        return served.submit(command);
    }

    /** There was no sequence of the name, so it was forgotten. */
    private void renewIfRetired() {
        if (served.isRetired()) {
            served = serve();
        }
    }

    /** Lets everything take its course until the node has nothing to do but to wait. */
    void settleDown() {
        int rounds = 0;
        for (int quiet = 0; quiet < 5; quiet++) {
            assertThat(rounds++).as("a node that does not come to rest").isLessThan(1_000);
            loop.runReady();
            if (!tree.requests().isEmpty() || tree.hasAnswersOfFormer()) {
                tree.answerAll();
                quiet = 0;
            }
            loop.passTime();
        }
    }

    /** Runs until the node waits for ZooKeeper, or has nothing to do. */
    void run() {
        loop.runReady();
    }

    /** Runs and lets ZooKeeper answer until the node has sent a write, which is not done yet. */
    void runToWrite() {
        for (int i = 0; i < 100; i++) {
            loop.runReady();
            if (tree.requests().stream().anyMatch(request -> request.isWrite)) {
                return;
            }
            tree.answerAll();
            if (loop.isIdle()) {
                loop.passTime();
            }
        }
        throw new AssertionError("the node does not write");
    }

    Grant take(int count) {
        CompletableFuture<Grant> answer = ask(count);
        settleDown();
        assertThat(answer).isDone();
        return answer.join();
    }
}
