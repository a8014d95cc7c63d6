package io.snowkeeper.loadtest.attack;

import io.snowkeeper.loadtest.attack.measure.AttackLimits;
import io.snowkeeper.loadtest.attack.traffic.AttackKind;
import io.snowkeeper.loadtest.client.Transport;
import io.snowkeeper.loadtest.option.DurationConverter;
import io.snowkeeper.loadtest.option.NodeRunOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command that attacks a node, and reports the effects on innocent clients. */
@Command(
        name = "attack",
        description = {
            "Start a node on this machine, attack it, and measure what innocent clients beside the attacker notice.",
            "Exit status: 0 if all holds, 1 if not, 2 if a run could not be made."
        },
        sortOptions = false,
        abbreviateSynopsis = true,
        usageHelpWidth = 100,
        mixinStandardHelpOptions = true)
public final class AttackCommand implements Callable<Integer> {

    private static final String ALL = "all";

    @Spec
    private CommandSpec spec;

    @Mixin
    private NodeRunOptions run;

    @Option(
            names = "--attack",
            split = ",",
            paramLabel = "NAME",
            defaultValue = ALL,
            description = {"The attacks, one after the other; 'list' prints their names.", "Default: ${DEFAULT-VALUE}"})
    private List<String> attacks;

    @Option(
            names = "--transport",
            split = ",",
            paramLabel = "KIND",
            defaultValue = "PLAIN,TLS",
            description = {
                "Which of ${COMPLETION-CANDIDATES} the node speaks, one after the other.",
                "Default: ${DEFAULT-VALUE}"
            })
    private List<Transport> transports;

    @Option(
            names = "--strength",
            split = ",",
            paramLabel = "TIMES",
            defaultValue = "1",
            description = "The multiple of an attacker with few resources: 1 to 100. Default: ${DEFAULT-VALUE}")
    private List<Integer> strengths;

    @Option(
            names = "--addresses",
            paramLabel = "COUNT",
            defaultValue = "1",
            description = {
                "From how many addresses the attacker comes: 0 for that of the innocents, up to 200.",
                "Default: ${DEFAULT-VALUE}"
            })
    private int addresses;

    @Option(
            names = "--seconds",
            defaultValue = "10",
            description = "How long to watch before, during and after the attack. Default: ${DEFAULT-VALUE}")
    private int seconds;

    @Option(
            names = "--warmup-seconds",
            defaultValue = "5",
            description = "How long innocents ask before it counts. Default: ${DEFAULT-VALUE}")
    private int warmupSeconds;

    @Option(
            names = "--floor",
            converter = DurationConverter.class,
            paramLabel = "TIME",
            defaultValue = "5ms",
            description = {
                "What counts as an innocent's p99 before the attack where that is less.",
                "Default: ${DEFAULT-VALUE}"
            })
    private Duration floor;

    @Option(
            names = "--slowdown",
            paramLabel = "TIMES",
            defaultValue = "10",
            description = "How many times that its p99 may be. Default: ${DEFAULT-VALUE}")
    private int slowdown;

    @Option(
            names = "--memory",
            paramLabel = "MIB",
            defaultValue = "512",
            description = "What the node may have of memory. Default: ${DEFAULT-VALUE}")
    private long memoryMib;

    @Option(
            names = "--log-lines",
            paramLabel = "COUNT",
            defaultValue = "10",
            description = "How much the node may log in a minute. Default: ${DEFAULT-VALUE}")
    private int logLines;

    @Option(
            names = "--sequences",
            paramLabel = "COUNT",
            defaultValue = "2000",
            description = "How many there are for the attack that lists them. Default: ${DEFAULT-VALUE}")
    private int sequences;

    @Option(
            names = "--drain-timeout",
            converter = DurationConverter.class,
            paramLabel = "TIME",
            defaultValue = "5s",
            description = "That of the node. Default: ${DEFAULT-VALUE}")
    private Duration drainTimeout;

    @Option(
            names = "--dockerfile",
            paramLabel = "FILE",
            defaultValue = "deploy/Dockerfile",
            description = {
                "Whose JAVA_TOOL_OPTIONS the node gets, in a container of --memory.",
                "Default: ${DEFAULT-VALUE}"
            })
    private Path dockerfile;

    @Option(
            names = "--java-options",
            paramLabel = "OPTIONS",
            description = "The node's instead of those, between spaces. Default: none")
    private @Nullable String javaOptions;

    @Option(
            names = "--node-options",
            paramLabel = "OPTIONS",
            defaultValue = "",
            description = "Further options of 'serve', between spaces. Default: none")
    private String nodeOptions;

    /** Made by picocli. */
    public AttackCommand() {}

    @Override
    public Integer call() throws InterruptedException {
        if (attacks.equals(List.of("list"))) {
            Arrays.stream(AttackKind.values()).forEach(kind -> say("%-20s %s%n".formatted(kind, kind.description())));
            return 0;
        }
        Path nodeJar = run.nodeJar();
        if (javaOptions == null && !Files.isRegularFile(dockerfile)) {
            throw run.refused("must have Java's options, or --java-options must: dockerfile=" + dockerfile);
        }
        // An interrupt must not leave a node running.
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly)));
        try {
            return runAll(plans(nodeJar)) ? 0 : 1;
        } catch (IOException e) {
            return run.couldNotRun(e);
        }
    }

    private boolean runAll(List<AttackPlan> plans) throws IOException, InterruptedException {
        List<String> failed = new ArrayList<>();
        for (AttackPlan plan : plans) {
            AttackReport report = new AttackRun(plan).run();
            say(report.text());
            if (!report.holds()) {
                failed.add("%s/%s/%s".formatted(plan.kind(), plan.transport(), plan.strength()));
            }
        }
        say(
                failed.isEmpty()
                        ? "all of %s runs hold%n".formatted(plans.size())
                        : "%s of %s runs do not hold: %s%n"
                                .formatted(failed.size(), plans.size(), String.join(", ", failed)));
        return failed.isEmpty();
    }

    private List<AttackPlan> plans(Path nodeJar) throws IOException {
        Path root = run.folder("snowkeeper-attack");
        List<AttackPlan> plans = new ArrayList<>();
        for (AttackKind kind : kinds()) {
            for (Transport transport : transports) {
                for (int strength : strengths) {
                    if (kind.worksOver(transport)) {
                        plans.add(plan(kind, transport, strength, nodeJar, root));
                    }
                }
            }
        }
        return plans;
    }

    private AttackPlan plan(AttackKind kind, Transport transport, int strength, Path nodeJar, Path root)
            throws IOException {
        try {
            return new AttackPlan(
                    kind,
                    transport,
                    strength,
                    addresses,
                    Duration.ofSeconds(warmupSeconds),
                    Duration.ofSeconds(seconds),
                    Duration.ofSeconds(seconds),
                    new AttackLimits(
                            slowdown, floor, memoryMib, logLines, Duration.ofSeconds(2), Duration.ofSeconds(5)),
                    sequences,
                    drainTimeout,
                    nodeJar,
                    javaOptions == null ? ContainerJavaOptions.options(dockerfile, memoryMib) : words(javaOptions),
                    words(nodeOptions),
                    root.resolve("%s-%s-%s".formatted(kind, transport, strength)));
        } catch (IllegalArgumentException e) {
            throw run.refused(e.getMessage());
        }
    }

    private List<AttackKind> kinds() {
        if (attacks.equals(List.of(ALL))) {
            return List.of(AttackKind.values());
        }
        return attacks.stream()
                .map(name -> AttackKind.named(name)
                        .orElseThrow(() -> run.refused("must be 'all', 'list' or one of %s: attack=%s"
                                .formatted(List.of(AttackKind.values()), name))))
                .toList();
    }

    private static List<String> words(String text) {
        return Arrays.stream(text.split(" ", -1))
                .filter(word -> !word.isEmpty())
                .toList();
    }

    private void say(String text) {
        PrintWriter out = spec.commandLine().getOut();
        out.print(text);
        out.flush();
    }
}
