package io.snowkeeper.sequences.engine;

import io.snowkeeper.sequences.NextRequest;
import io.snowkeeper.sequences.SequenceUnavailableException;
import io.snowkeeper.sequences.record.ReservationToken;
import io.snowkeeper.testkit.process.JavaProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/** A node in a process of its own, whose heap is small: it ends with an error if that does not suffice. */
final class SmallNode {

    /** The writer of the reservations that it settles. */
    static final String WRITER = "w";

    private static final String HEAP = "-Xmx176m";

    private SmallNode() {}

    /** The output of a run. */
    record Outcome(int exit, List<String> lines) {

        long figure(String name) {
            return lines.stream()
                    .filter(line -> line.startsWith(name + " "))
                    .map(line -> Long.parseLong(line.substring(name.length() + 1)))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("no " + name + " in " + lines));
        }
    }

    /** Runs the program with the arguments, and waits for its end. */
    static Outcome run(Path folder, String... arguments) throws IOException, InterruptedException {
        Path log = folder.resolve("node.log");
        try (JavaProcess process = JavaProcess.start(
                List.of(),
                List.of(HEAP, "-XX:+ExitOnOutOfMemoryError"),
                JavaProcess.mainClass(SmallNode.class),
                List.of(arguments),
                Map.of(),
                log)) {
            if (!process.awaitEnd(Duration.ofMinutes(5))) {
                throw new AssertionError("the node does not come to its end: " + Files.readAllLines(log));
            }
            return new Outcome(process.exitStatus(), Files.readAllLines(log));
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        try (ServingNode node = ServingNode.start(arguments[1])) {
            if (arguments[0].equals("confirm")) {
                confirm(node, arguments[2], Integer.parseInt(arguments[3]), Integer.parseInt(arguments[4]));
            } else {
                askWithKeys(node, Integer.parseInt(arguments[2]), Integer.parseInt(arguments[3]));
            }
        }
    }

    /**
     * Confirms {@code count} reservations of "gapless" at one moment, again and again until all are, with requests to
     * "ordered" beside it.
     */
    private static void confirm(ServingNode node, String incarnation, int count, int apart)
            throws InterruptedException {
        node.next("ordered");
        AtomicBoolean ends = new AtomicBoolean();
        AtomicLong served = new AtomicLong();
        AtomicLong refused = new AtomicLong();
        Thread other = new Thread(() -> {
            while (!ends.get()) {
                try {
                    node.next("ordered");
                    served.incrementAndGet();
                } catch (SequenceUnavailableException e) {
                    refused.incrementAndGet();
                }
            }
        });
        other.start();
        List<String> open = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            open.add(new ReservationToken(incarnation, 1L + (long) i * apart, WRITER).toString());
        }
        // Callers come in no order: nearly each one's reservation lies in another bucket than the last.
        Collections.shuffle(open, new Random(1));
        long before = usedBytes();
        long started = System.nanoTime();
        int rounds = 0;
        for (; !open.isEmpty() && rounds < 30; rounds++) {
            List<CompletableFuture<?>> answers = new ArrayList<>();
            open.forEach(token ->
                    answers.add(node.sequences().confirm("gapless", token).toCompletableFuture()));
            List<String> failed = new ArrayList<>();
            for (int i = 0; i < answers.size(); i++) {
                if (answers.get(i).handle((done, failure) -> failure).join() != null) {
                    failed.add(open.get(i));
                }
            }
            open = failed;
        }
        tell("millis", (System.nanoTime() - started) / 1_000_000);
        tell("rounds", rounds);
        tell("unconfirmed", open.size());
        tell("grown", (usedBytes() - before) >> 20);
        ends.set(true);
        other.join();
        tell("others-served", served.get());
        tell("others-refused", refused.get());
    }

    /**
     * Requests numbers of "ordered" with new keys until {@code refusals} were refused, from {@code callers} at a time,
     * and one after another without.
     */
    private static void askWithKeys(ServingNode node, int callers, int refusals) {
        AtomicLong keys = new AtomicLong();
        AtomicLong refused = new AtomicLong();
        long before = usedBytes();
        for (int i = 0; i < callers; i++) {
            askOn(node, keys, refused, refusals);
        }
        long served = 0;
        long failed = 0;
        while (refused.get() < refusals) {
            try {
                node.next("ordered");
                served++;
            } catch (SequenceUnavailableException e) {
                failed++;
            }
        }
        tell("keys", keys.get());
        tell("keys-refused", refused.get());
        tell("others-served", served);
        tell("others-refused", failed);
        tell("grown", (usedBytes() - before) >> 20);
    }

    private static void askOn(ServingNode node, AtomicLong keys, AtomicLong refused, int refusals) {
        if (refused.get() < refusals) {
            var unused = node.sequences()
                    .next(NextRequest.of("ordered").withKey("key " + keys.incrementAndGet()))
                    .whenCompleteAsync((grant, failure) -> {
                        if (failure != null) {
                            refused.incrementAndGet();
                        }
                        askOn(node, keys, refused, refusals);
                    });
        }
    }

    private static long usedBytes() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    private static void tell(String name, long figure) {
        System.out.println(name + " " + figure);
    }
}
