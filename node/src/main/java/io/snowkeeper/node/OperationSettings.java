package io.snowkeeper.node;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.core.text.PrintableText;
import io.snowkeeper.node.http.HttpServerSettings;
import io.snowkeeper.node.service.message.StartOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The settings by which supervisors, load balancers and people see a node.
 *
 * @param http where and within which limits HTTP is served; empty to serve none
 * @param readyMargin how much of the reservation has to be left for the node to be ready; at least 0
 * @param drainDelay how long load balancers may take to notice that the node is not ready any more; 0 to 5 min
 * @param fleetName the fleet's name for people, 1 to 64 characters; empty if it has none
 * @param options which options the node was started with, as its log and its ports report them
 */
public record OperationSettings(
        Optional<HttpServerSettings> http,
        Duration readyMargin,
        Duration drainDelay,
        Optional<String> fleetName,
        List<StartOption> options) {

    private static final int MAX_NAME = 64;

    private static final Duration MAX_DRAIN_DELAY = Duration.ofMinutes(5);

    /** No HTTP, so that a drain need not be noticed. */
    public static final OperationSettings WITHOUT_HTTP =
            new OperationSettings(Optional.empty(), Duration.ZERO, Duration.ZERO);

    /**
     * Makes the settings of a fleet without a name, and of a node without options.
     *
     * @throws IllegalArgumentException if a value is out of its range
     */
    public OperationSettings(Optional<HttpServerSettings> http, Duration readyMargin, Duration drainDelay) {
        this(http, readyMargin, drainDelay, Optional.empty(), List.of());
    }

    /** @throws IllegalArgumentException if a value is out of its range */
    public OperationSettings {
        requireNonNull(http);
        options = List.copyOf(options);
        if (readyMargin.isNegative()) {
            throw new IllegalArgumentException("must be >= PT0S: readyMargin=" + readyMargin);
        }
        if (drainDelay.isNegative() || drainDelay.compareTo(MAX_DRAIN_DELAY) > 0) {
            throw new IllegalArgumentException(
                    "must be >= PT0S && <= %s: drainDelay=%s".formatted(MAX_DRAIN_DELAY, drainDelay));
        }
        fleetName.ifPresent(OperationSettings::requireName);
    }

    private static void requireName(String name) {
        if (name.isBlank() || name.length() > MAX_NAME || !name.equals(PrintableText.of(name))) {
            throw new IllegalArgumentException("must be 1 to %s printable characters: fleetName=%s"
                    .formatted(MAX_NAME, PrintableText.of(name, MAX_NAME)));
        }
    }
}
