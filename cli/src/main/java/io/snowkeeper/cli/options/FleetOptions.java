package io.snowkeeper.cli.options;

import io.snowkeeper.coordinator.MemberSettings;
import io.snowkeeper.coordinator.StoreSecurity;
import io.snowkeeper.coordinator.WorkerIdRange;
import io.snowkeeper.core.FirstSequence;
import io.snowkeeper.core.Layout;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The options of a node's membership in a fleet. */
public final class FleetOptions {

    private static final String ORDER = "--order";
    private static final String FIRST_SEQUENCE = "--first-sequence";
    private static final String WORKER_RANGE = "--worker-range";
    private static final String NOT_BEFORE = "--not-before";

    /** The options without meaning for a node without a fleet. */
    public static final Set<String> NEEDING_ZOOKEEPER = Set.of(
            "--state-dir",
            "--window",
            "--session-timeout",
            "--max-skew",
            "--accept-clock-rollback",
            ORDER,
            FIRST_SEQUENCE,
            WORKER_RANGE,
            NOT_BEFORE);

    @Spec(Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = ORDER,
            paramLabel = "time|total",
            converter = IdOrder.Converter.class,
            completionCandidates = IdOrder.Converter.class,
            defaultValue = "time",
            description = {
                "The order of the fleet's ids: 'time', by the clocks of nodes that give them at once; or 'total', one after the other over the whole fleet: one node gives them, all others stand by and take over when it ends.",
                "Default: ${DEFAULT-VALUE}"
            })
    private IdOrder order;

    @Option(
            names = "--window",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = {
                "How far ahead time is reserved, and so how long ids can be made without ZooKeeper: 1s to 1h.",
                "Default: 60s, and 2s with --order total"
            })
    private @Nullable Duration window;

    @Option(
            names = "--session-timeout",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = {
                "How long ZooKeeper waits for a silent node before others may have its worker id: 1s to 5m.",
                "Default: 10s, and 2s with --order total"
            })
    private @Nullable Duration sessionTimeout;

    @Option(
            names = "--max-skew",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            defaultValue = "5s",
            description = {
                "How far the node's clock may be from ZooKeeper's to claim or renew a worker id: 100ms to 1h.",
                "Default: ${DEFAULT-VALUE}"
            })
    private Duration maxSkew;

    @Option(
            names = "--max-rollback-wait",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            defaultValue = "10ms",
            description = {
                "How far the clock may go back for the node to wait until it has caught up: 0ms to 1m.",
                "Default: ${DEFAULT-VALUE}"
            })
    private Duration maxRollbackWait;

    @Option(
            names = FIRST_SEQUENCE,
            paramLabel = "zero|random[:COUNT]",
            converter = FirstSequenceConverter.class,
            defaultValue = "zero",
            description = {
                "Where the sequences of a tick begin. With 'zero', nearly every id at a low rate is 0 modulo 64, so that an id is no good key of a shard; 'random' begins below 64, or below COUNT, and costs half of that of a tick's ids.",
                "Default: ${DEFAULT-VALUE}"
            })
    private FirstSequence firstSequence;

    @Option(
            names = "--accept-clock-rollback",
            arity = "0..1",
            paramLabel = "true|false",
            fallbackValue = "true",
            defaultValue = "false",
            description = {
                "Start although the clock went back further than that over a restart.",
                "Safe, since the time reserved in ZooKeeper still holds. Default: ${DEFAULT-VALUE}"
            })
    private boolean acceptClockRollback;

    @Option(
            names = WORKER_RANGE,
            paramLabel = "FIRST-LAST",
            converter = WorkerRangeConverter.class,
            description = {
                "Claim worker ids within this range alone, such as 512-1023, and leave the rest to another site or system.",
                "Default: all of the layout"
            })
    private @Nullable WorkerIdRange workerRange;

    @Option(
            names = NOT_BEFORE,
            paramLabel = "TIME",
            converter = TimeConverter.class,
            description = {
                "No id of the fleet has a time before this one, in UTC. The first node decides it; docs/run/operations.md says how to find it.",
                "Default: none"
            })
    private @Nullable Instant notBefore;

    public Duration maxRollbackWait() {
        return maxRollbackWait;
    }

    /** Returns the order of the fleet's ids, by which other options have another default. */
    public IdOrder order() {
        return order;
    }

    /**
     * Returns how a node takes part in its fleet.
     *
     * @throws ParameterException if a value is out of its range, or the layout does not fit to the order
     */
    public MemberSettings fleet(
            String connectString, StoreSecurity security, String nodeName, Layout layout, Optional<Path> directory) {
        if (order == IdOrder.TOTAL && layout.workerBits() > 0) {
            throw new ParameterException(
                    command.commandLine(),
                    "--order total needs a layout without worker bits, such as %s: layout=%s"
                            .formatted(order.layout(), layout.widths()));
        }
        MemberSettings.Builder fleet = MemberSettings.builder(nodeName)
                .connectString(connectString)
                .security(security)
                .layout(layout)
                .stateDirectory(directory)
                .window(window == null ? order.window() : window)
                .sessionTimeout(sessionTimeout == null ? order.sessionTimeout() : sessionTimeout)
                .maxSkew(maxSkew)
                .maxRollbackWait(maxRollbackWait)
                .firstSequence(firstSequence)
                .acceptClockRollback(acceptClockRollback);
        if (workerRange != null) {
            fleet.workerIds(workerRange);
        }
        if (notBefore != null) {
            fleet.notBefore(notBefore);
        }
        try {
            return fleet.build();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), e.getMessage(), e);
        }
    }
}
