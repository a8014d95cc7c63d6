package io.snowkeeper.loadtest.chaos;

import io.snowkeeper.loadtest.chaos.fault.FaultKind;
import io.snowkeeper.loadtest.chaos.fleet.FleetPlan;
import io.snowkeeper.loadtest.chaos.fleet.IdOrder;
import io.snowkeeper.loadtest.option.DurationConverter;
import io.snowkeeper.loadtest.option.NodeRunOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command that breaks a fleet, and says whether an id came twice. */
@Command(
        name = "chaos",
        description = {
            "Start a fleet on this machine, break it in every way there is, and check all ids that it handed out.",
            "Needs root, to mount small file systems and to make a network, and a C compiler, for clocks that can be set.",
            "Exit status: 0 if all holds, 1 if not, 2 if the run could not be made."
        },
        sortOptions = false,
        abbreviateSynopsis = true,
        usageHelpWidth = 100,
        mixinStandardHelpOptions = true)
public final class ChaosCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Mixin
    private NodeRunOptions run;

    @Option(
            names = "--seed",
            paramLabel = "NUMBER",
            description = "Decides which faults come, where and for how long. Default: another one each time")
    private @Nullable Long seed;

    @Option(
            names = "--duration",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            defaultValue = "3m",
            description = "How long faults come, such as 90s or 30m. Default: ${DEFAULT-VALUE}")
    private Duration duration;

    @Option(
            names = "--order",
            defaultValue = "time",
            description = {
                "The order of ids, of ${COMPLETION-CANDIDATES}: by the clocks of nodes that give them at once, or one after the",
                "other over the whole fleet, of which one node gives them. Default: ${DEFAULT-VALUE}"
            })
    private IdOrder order;

    @Option(
            names = "--nodes",
            description = {
                "Nodes and embedded members together, 1 to 9.", //
                "Default: 4, and 3 with --order total"
            })
    private @Nullable Integer nodes;

    @Option(
            names = "--embedded",
            description = {
                "How many of them are embedded members, applications that make ids for themselves: fewer than all,",
                "and none with --order total. Default: 1, and 0 with --order total"
            })
    private @Nullable Integer embedded;

    @Option(
            names = "--layout",
            description = {
                "Widths of time, worker id and sequence in an id. Few worker ids change hands often.",
                "Default: 41/3/19, and 41/0/22 with --order total"
            })
    private @Nullable String layout;

    @Option(
            names = "--window",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "How far ahead nodes reserve time. Default: 4s, and 2s with --order total")
    private @Nullable Duration window;

    @Option(
            names = "--max-skew",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            defaultValue = "5s",
            description = "How far a node's clock may be from ZooKeeper's. Default: ${DEFAULT-VALUE}")
    private Duration maxSkew;

    @Option(
            names = "--session-timeout",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description =
                    "How long ZooKeeper waits for a silent node: 1s to 8s. Default: 2s, and 1s with --order total")
    private @Nullable Duration sessionTimeout;

    @Option(
            names = "--faults",
            split = ",",
            paramLabel = "KIND",
            description = {"Which faults may come, of ${COMPLETION-CANDIDATES}.", "Default: all"})
    private @Nullable List<FaultKind> kinds;

    @Option(
            names = "--faults-at-once",
            defaultValue = "2",
            description = "How many faults at a time, each on another node. Default: ${DEFAULT-VALUE}")
    private int faultsAtOnce;

    @Option(
            names = "--rest",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            defaultValue = "2s",
            description = "The longest time from a fault's end to the next one. Default: ${DEFAULT-VALUE}")
    private Duration rest;

    @Option(
            names = "--connections",
            defaultValue = "4",
            description = "To each node, for ids. Default: ${DEFAULT-VALUE}")
    private int connections;

    @Option(
            names = "--rate",
            paramLabel = "IDS",
            defaultValue = "200000",
            description = "Ids a second that all nodes are asked for. Default: ${DEFAULT-VALUE}")
    private long rate;

    /** Made by picocli. */
    public ChaosCommand() {}

    @Override
    public Integer call() throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        Path nodeJar = run.nodeJar();
        try {
            ChaosReport report = new ChaosRun(plan(nodeJar), line -> {
                        out.println(line);
                        out.flush();
                    })
                    .run();
            out.print(report.text());
            out.flush();
            return report.holds() ? 0 : 1;
        } catch (IOException e) {
            return run.couldNotRun(e);
        }
    }

    private ChaosPlan plan(Path nodeJar) throws IOException {
        try {
            return new ChaosPlan(
                    seed == null ? new Random().nextInt(1_000_000) : seed,
                    duration,
                    new FleetPlan(
                            Objects.requireNonNullElse(nodes, order.nodes()),
                            Objects.requireNonNullElse(embedded, order.embedded()),
                            List.of(nodeJar),
                            List.of(nodeJar),
                            order,
                            Objects.requireNonNullElse(layout, order.layout()),
                            Objects.requireNonNullElse(window, order.window()),
                            maxSkew,
                            Objects.requireNonNullElse(sessionTimeout, order.sessionTimeout())),
                    kinds == null ? List.of(FaultKind.values()) : kinds,
                    faultsAtOnce,
                    rest,
                    connections,
                    rate,
                    run.folder("snowkeeper-chaos"));
        } catch (IllegalArgumentException e) {
            throw run.refused(e.getMessage());
        }
    }
}
