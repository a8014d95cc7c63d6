package io.snowkeeper.node;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.coordinator.FleetSettings;
import io.snowkeeper.node.line.LineServerSettings;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What a node is set to.
 *
 * @param fleet how it takes part in its fleet; with an embedded ZooKeeper, that one's address is used instead of the
 *     connect string
 * @param workerIds how many worker ids it holds; 1 to 64, and not more than the layout has
 * @param embedded the ZooKeeper to run in this process; empty to use the connect string
 * @param line where and within which limits it serves
 * @param advertised where clients reach it, as {@code host:port}, if that is not where it is bound
 * @param drainTimeout how long clients may take for their last answers at the stop; 0 to 5 min
 */
public record NodeSettings(
        FleetSettings fleet,
        int workerIds,
        Optional<EmbeddedSettings> embedded,
        LineServerSettings line,
        Optional<String> advertised,
        Duration drainTimeout) {

    private static final int MAX_WORKER_IDS = 64;

    private static final Duration MAX_DRAIN_TIMEOUT = Duration.ofMinutes(5);

    private static final Pattern ENDPOINT = Pattern.compile("([^\\s:/]+|\\[[0-9a-fA-F:.]+]):\\d{1,5}");

    /**
     * Makes the settings of a node with one worker id.
     *
     * @throws IllegalArgumentException if a value is out of its range
     */
    public NodeSettings(
            FleetSettings fleet,
            Optional<EmbeddedSettings> embedded,
            LineServerSettings line,
            Optional<String> advertised,
            Duration drainTimeout) {
        this(fleet, 1, embedded, line, advertised, drainTimeout);
    }

    /** @throws IllegalArgumentException if a value is out of its range */
    public NodeSettings {
        requireNonNull(fleet);
        long maxWorkerIds = Math.min(MAX_WORKER_IDS, fleet.layout().workers());
        if (workerIds < 1 || workerIds > maxWorkerIds) {
            throw new IllegalArgumentException(
                    "must be >= 1 && <= %d: workerIds=%d".formatted(maxWorkerIds, workerIds));
        }
        requireNonNull(embedded);
        requireNonNull(line);
        if (advertised.isPresent() && !ENDPOINT.matcher(advertised.get()).matches()) {
            throw new IllegalArgumentException("must be host:port: advertise=" + advertised.get());
        }
        if (drainTimeout.isNegative() || drainTimeout.compareTo(MAX_DRAIN_TIMEOUT) > 0) {
            throw new IllegalArgumentException("must be >= PT0S && <= PT5M: drainTimeout=" + drainTimeout);
        }
    }
}
