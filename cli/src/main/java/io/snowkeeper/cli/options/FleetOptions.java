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
            "--sequence-timeout",
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
                "Order of the fleet's ids. 'time': by the nodes' clocks. 'total': each above the one before; one node issues them, the others stand by.",
                "Default: ${DEFAULT-VALUE}"
            })
    private IdOrder order;

    @Option(
            names = "--window",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = {
                "How far ahead time is reserved, and ids go on without ZooKeeper: 1s to 1h.",
                "Default: 60s; 2s with --order total"
            })
    private @Nullable Duration window;

    @Option(
            names = "--session-timeout",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = {
                "How long a node may be silent before others may take its worker id: 1s to 5m.",
                "Default: 10s; 2s with --order total"
            })
    private @Nullable Duration sessionTimeout;

    @Option(
            names = "--max-skew",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            defaultValue = "5s",
            description = {
                "Largest difference from ZooKeeper's clock at which a worker id is claimed or renewed: 100ms to 1h.",
                "Default: ${DEFAULT-VALUE}"
            })
    private Duration maxSkew;

    @Option(
            names = "--sequence-timeout",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            defaultValue = "2s",
            description = {
                "How long a request about a sequence waits for ZooKeeper, then fails: 100ms to 1m. Clients must wait longer.",
                "Default: ${DEFAULT-VALUE}"
            })
    private Duration sequenceTimeout;

    @Option(
            names = "--max-rollback-wait",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            defaultValue = "10ms",
            description = {
                "Largest step back of the clock that the node waits out: 0ms to 1m.",
                "Default: ${DEFAULT-VALUE}"
            })
    private Duration maxRollbackWait;

    @Option(
            names = FIRST_SEQUENCE,
            paramLabel = "zero|random[:COUNT]",
            converter = FirstSequenceConverter.class,
            defaultValue = "zero",
            description = {
                "First sequence of a tick. 'zero': at a low rate most ids are 0 modulo 64, poor shard keys. 'random': below 64 or COUNT; each tick then has fewer ids, by half of that on average.",
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
                "Start although the clock went back further while the node was down.",
                "Safe: the time reserved in ZooKeeper still holds. Default: ${DEFAULT-VALUE}"
            })
    private boolean acceptClockRollback;

    @Option(
            names = WORKER_RANGE,
            paramLabel = "FIRST-LAST",
            converter = WorkerRangeConverter.class,
            description = {
                "Claim only worker ids in this range, such as 512-1023, leaving the rest to another site or system.",
                "Default: all of the layout"
            })
    private @Nullable WorkerIdRange workerRange;

    @Option(
            names = NOT_BEFORE,
            paramLabel = "TIME",
            converter = TimeConverter.class,
            description = {
                "No id of the fleet has an earlier time (UTC). The first node decides it; see docs/run/operations.md.",
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
                .sequenceTimeout(sequenceTimeout)
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
