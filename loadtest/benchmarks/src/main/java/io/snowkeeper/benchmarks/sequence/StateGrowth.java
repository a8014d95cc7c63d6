package io.snowkeeper.benchmarks.sequence;

import io.snowkeeper.coordinator.zookeeper.EmbeddedZooKeeper;
import io.snowkeeper.coordinator.zookeeper.ZooKeeperCoordinator;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceDefinition;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import io.snowkeeper.sequences.Grant;
import io.snowkeeper.sequences.NextRequest;
import io.snowkeeper.sequences.SequenceSettings;
import io.snowkeeper.sequences.Sequences;
import io.snowkeeper.sequences.fleet.FleetSequences;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletionStage;
import java.util.function.LongFunction;
import java.util.stream.LongStream;

/**
 * One caller takes number after number of sequences that differ by how many ranges they have, and of such that differ by in how many places
 * numbers have come back, in turn, over the embedded ZooKeeper. Prints a line for each.
 */
public final class StateGrowth {

    private static final int[] SIZES = {1, 1_000, 10_000};
    private static final int ROUNDS = Integer.getInteger("rounds", 9);
    private static final Duration WARM_UP = Duration.ofSeconds(Long.getLong("warmup", 10));
    private static final long CALLS = Long.getLong("calls", 1_500);

    /** Each takes a number that has come back, of which there must be about as many as is said. */
    private static final long GAPLESS_CALLS = 250;

    /** How many reservations share a record of their fates. */
    private static final int BUCKET = 512;

    private static final int AT_ONCE = 500;
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final Sequences sequences;

    private record Subject(SequenceMode mode, int size, List<Double> rates) {

        String name() {
            return mode.text() + "-" + size;
        }

        void print() {
            List<Double> sorted = rates.stream().sorted().toList();
            System.out.printf(
                    Locale.ROOT,
                    "%-8s %,7d %-7s %,8.0f numbers/s (%,.0f to %,.0f)%n",
                    mode.text(),
                    size,
                    mode == SequenceMode.ORDERED ? "ranges" : "places",
                    sorted.get(sorted.size() / 2),
                    sorted.get(0),
                    sorted.get(sorted.size() - 1));
        }
    }

    private StateGrowth(Sequences sequences) {
        this.sequences = sequences;
    }

    /** @param args the folder for the ZooKeeper's data */
    public static void main(String[] args) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory(Files.createDirectories(Path.of(args[0])), "zookeeper");
        try (EmbeddedZooKeeper zooKeeper = EmbeddedZooKeeper.start(folder, 0);
                Sequences sequences = FleetSequences.of(
                        new ZooKeeperCoordinator(),
                        SequenceSettings.of(zooKeeper.connectString(), "benchmark", Duration.ofSeconds(20)))) {
            sequences.start();
            new StateGrowth(sequences).run();
        }
    }

    private void run() {
        List<Subject> subjects = new ArrayList<>();
        for (SequenceMode mode : List.of(SequenceMode.ORDERED, SequenceMode.GAPLESS)) {
            for (int size : SIZES) {
                Subject subject = new Subject(mode, size, new ArrayList<>());
                create(subject);
                subjects.add(subject);
            }
        }
        long warm = System.nanoTime() + WARM_UP.toNanos();
        while (System.nanoTime() - warm < 0) {
            take("ordered-1", SequenceMode.ORDERED);
            take("gapless-1", SequenceMode.GAPLESS);
        }
        for (int round = 0; round < ROUNDS; round++) {
            for (Subject subject : subjects) {
                if (subject.mode() == SequenceMode.GAPLESS) {
                    putBackEveryOther(subject);
                }
                subject.rates().add(measure(subject));
            }
        }
        subjects.forEach(Subject::print);
    }

    private void create(Subject subject) {
        int count = subject.mode() == SequenceMode.ORDERED ? subject.size() : 1;
        List<NumberRange> ranges = LongStream.rangeClosed(1, count)
                .mapToObj(i -> new NumberRange(i << 40, (i << 40) + (1L << 39)))
                .toList();
        SequenceDefinition definition =
                new SequenceDefinition(subject.name(), subject.mode(), ranges, SequenceOptions.DEFAULT);
        for (int attempt = 1; ; attempt++) {
            try {
                done(sequences.create(definition));
                return;
            } catch (RuntimeException e) {
                // The first request of a connection may come before it is there.
                if (attempt == 30) {
                    throw e;
                }
            }
        }
    }

    /**
     * Leaves numbers that came back in as many places as the subject's size. The last settlements were confirmations
     * only, as where few numbers come back: a bucket of reservations with both is longer.
     */
    private void putBackEveryOther(Subject subject) {
        long left = done(sequences.describe(subject.name())).returned();
        List<Grant> grants = together(left + 2L * (subject.size() + BUCKET), i -> next(subject.name()));
        grants.sort(Comparator.comparingLong(Grant::first));
        together(grants.size(), i -> {
            String reservation = grants.get((int) i).reservation().orElseThrow();
            return i < left || i % 2 == 0
                    ? sequences.confirm(subject.name(), reservation)
                    : sequences.cancel(subject.name(), reservation);
        });
        List<Grant> used = together(BUCKET, i -> next(subject.name()));
        together(
                BUCKET,
                i -> sequences.confirm(
                        subject.name(), used.get((int) i).reservation().orElseThrow()));
    }

    /** Makes calls, some hundred of them at a time. */
    private static <T> List<T> together(long count, LongFunction<CompletionStage<T>> call) {
        List<T> answers = new ArrayList<>();
        for (long from = 0; from < count; from += AT_ONCE) {
            LongStream.range(from, Math.min(count, from + AT_ONCE))
                    .mapToObj(call)
                    .toList()
                    .forEach(stage -> answers.add(done(stage)));
        }
        return answers;
    }

    private double measure(Subject subject) {
        long calls = subject.mode() == SequenceMode.ORDERED ? CALLS : GAPLESS_CALLS;
        long started = System.nanoTime();
        for (long i = 0; i < calls; i++) {
            take(subject.name(), subject.mode());
        }
        return calls * 1e9 / (System.nanoTime() - started);
    }

    private void take(String name, SequenceMode mode) {
        Grant grant = done(next(name));
        if (mode == SequenceMode.GAPLESS) {
            done(sequences.confirm(name, grant.reservation().orElseThrow()));
        }
    }

    private CompletionStage<Grant> next(String name) {
        return sequences.next(NextRequest.of(name).withTimeout(PATIENCE));
    }

    private static <T> T done(CompletionStage<T> stage) {
        return stage.toCompletableFuture().join();
    }
}
