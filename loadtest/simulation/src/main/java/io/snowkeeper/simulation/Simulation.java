package io.snowkeeper.simulation;

import io.snowkeeper.simulation.judge.Verdict;
import io.snowkeeper.simulation.machine.Fault;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The program that lets worlds happen, one after another. Ends with 1 if a promise was broken in any. */
@Command(
        name = "loadtest/simulation/run",
        mixinStandardHelpOptions = true,
        description = "Lets a fleet happen in simulated time, one world for each seed.")
public final class Simulation implements Callable<Integer> {

    private static final double NANOS_PER_SECOND = 1e9;
    private static final long PROGRESS_EVERY = 100;

    /** More worlds than a processor lets happen in a second. */
    private static final long SEEDS_PER_SECOND = 100;

    @Spec
    private CommandSpec spec;

    @Option(names = "--seeds", paramLabel = "N", description = "How many worlds. Default: ${DEFAULT-VALUE}")
    private long seeds = 1_000;

    @Option(names = "--from", paramLabel = "SEED", description = "The first seed. Default: ${DEFAULT-VALUE}")
    private long from = 1;

    @Option(names = "--fresh", description = "Begin with a seed from the clock, and print it.")
    private boolean fresh;

    @Option(
            names = "--minutes",
            paramLabel = "M",
            description = "End after this many minutes, if seeds are left. Default: never")
    private double minutes = Double.MAX_VALUE;

    @Option(
            names = "--faults",
            paramLabel = "SECONDS",
            description = "How long faults come in each world, in its own time. Default: ${DEFAULT-VALUE}")
    private long faultSeconds = 60;

    @Option(names = "--until-broken", description = "End with the first world in which a promise is broken.")
    private boolean untilBroken;

    @Option(names = "--tell", description = "Tell of each world what happened in it, its last 200 lines.")
    private boolean tells;

    @Option(
            names = "--shrink",
            paramLabel = "N",
            description =
                    "Of a world in which a promise is broken, let up to N smaller ones happen, to find the smallest in which it is still. Default: ${DEFAULT-VALUE}")
    private int shrinks = 200;

    @Option(names = "--nodes", paramLabel = "N", description = "With this many nodes. Default: as the seed decides")
    private int nodes;

    @Option(
            names = "--strikes",
            paramLabel = "I,I,…",
            split = ",",
            description = "With these faults alone, counted from 0; -1 for none. Default: all of the seed")
    private @Nullable List<Integer> strikes;

    @Option(names = "--draw", paramLabel = "FILE", description = "Draw the first world into a file, as SVG.")
    private @Nullable Path picture;

    private final Map<Fault, Integer> struck = new EnumMap<>(Fault.class);
    private Duration simulated = Duration.ZERO;
    private long worlds;
    private long broken;
    private long ids;
    private long numbers;

    private Simulation() {}

    /** Runs it, and ends the JVM with its status. */
    public static void main(String[] args) {
        System.exit(new CommandLine(new Simulation()).execute(args));
    }

    /** Returns a new seed, short enough to be typed. */
    static long freshSeed() {
        return Instant.now().getEpochSecond() * SEEDS_PER_SECOND;
    }

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        if (fresh) {
            from = freshSeed();
            out.println("seeds from " + from);
        }
        long started = System.nanoTime();
        Path file = picture;
        if (file != null) {
            Files.writeString(file, plan(from).draw());
        }
        for (long seed = from; goesOn(seed, started); seed++) {
            WorldPlan plan = plan(seed);
            Verdict verdict = plan.happen(tells);
            note(verdict);
            if (verdict.broken().isPresent()) {
                broken++;
                tellSmallest(out, plan);
            } else if (tells) {
                verdict.story().forEach(out::println);
            }
            if (worlds % PROGRESS_EVERY == 0) {
                summarize(out, started);
            }
        }
        summarize(out, started);
        out.println("struck: " + struck);
        out.flush();
        return broken == 0 ? 0 : 1;
    }

    private boolean goesOn(long seed, long started) {
        return seed < from + seeds && minutesSince(started) < minutes && !(untilBroken && broken > 0);
    }

    private void note(Verdict verdict) {
        worlds++;
        simulated = simulated.plus(verdict.simulated());
        ids += verdict.ids();
        numbers += verdict.numbers();
        verdict.struck().forEach((fault, count) -> struck.merge(fault, count, Integer::sum));
    }

    /** Returns the world of a seed, without the parts that the options leave out. */
    private WorldPlan plan(long seed) {
        WorldPlan plan = WorldPlan.of(seed, Duration.ofSeconds(faultSeconds));
        if (nodes > 0) {
            plan = plan.withNodes(nodes);
        }
        return strikes == null
                ? plan
                : plan.keeping(strikes.stream().filter(strike -> strike >= 0).toList());
    }

    private void tellSmallest(PrintWriter out, WorldPlan found) {
        WorldPlan smallest = new Shrinking(found, shrinks).smallest();
        Verdict verdict = smallest.happen(true);
        verdict.story().forEach(out::println);
        out.printf(
                Locale.ROOT,
                "seed %s: %s%n  again: loadtest/simulation/run --from %s --seeds 1 --faults %s --nodes %s --strikes %s --tell%n",
                found.seed(),
                verdict.broken().orElse(""),
                found.seed(),
                faultSeconds,
                smallest.settings().nodes(),
                smallest.kept().isEmpty()
                        ? "-1"
                        : smallest.kept().stream().map(String::valueOf).collect(Collectors.joining(",")));
        out.flush();
    }

    private void summarize(PrintWriter out, long started) {
        double seconds = (System.nanoTime() - started) / NANOS_PER_SECOND;
        out.printf(
                Locale.ROOT,
                "%s worlds, %s broken; %.1f h simulated in %.0f s (%.0f times as fast); %s ids, %s numbers%n",
                worlds,
                broken,
                simulated.toSeconds() / 3600.0,
                seconds,
                simulated.toSeconds() / seconds,
                ids,
                numbers);
        out.flush();
    }

    private static double minutesSince(long started) {
        return (System.nanoTime() - started) / NANOS_PER_SECOND / 60;
    }
}
