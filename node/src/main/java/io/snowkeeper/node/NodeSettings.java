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
 * @param embedded the ZooKeeper to run in this process; empty to use the connect string
 * @param line where and within which limits it serves
 * @param advertised where clients reach it, as {@code host:port}, if that is not where it is bound
 * @param drainTimeout how long clients may take for their last answers at the stop; 0 to 5 min
 */
public record NodeSettings(
        FleetSettings fleet,
        Optional<EmbeddedSettings> embedded,
        LineServerSettings line,
        Optional<String> advertised,
        Duration drainTimeout) {

    private static final Duration MAX_DRAIN_TIMEOUT = Duration.ofMinutes(5);

    private static final Pattern ENDPOINT = Pattern.compile("([^\\s:/]+|\\[[0-9a-fA-F:.]+]):\\d{1,5}");

    /** @throws IllegalArgumentException if a value is out of its range */
    public NodeSettings {
        requireNonNull(fleet);
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
