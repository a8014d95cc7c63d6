package io.snowkeeper.node;

import static io.snowkeeper.core.Checks.requireWithin;
import static java.util.Objects.requireNonNull;

import io.snowkeeper.coordinator.MemberSettings;
import io.snowkeeper.core.text.HostPort;
import io.snowkeeper.node.line.LineServerSettings;
import io.snowkeeper.node.net.connection.ConnectionSettings;
import io.snowkeeper.node.redis.RedisSettings;
import io.snowkeeper.node.tls.TlsSettings;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;

/**
 * The settings of a node.
 *
 * @param fleet how it takes part in its fleet; with an embedded ZooKeeper, that one's address is used instead of the
 *     connect string
 * @param workerIds how many worker ids it holds; 1 to 64, and not more than the layout has
 * @param embedded the ZooKeeper to run in this process; empty to use the connect string
 * @param line where and within which limits it serves
 * @param redis where it speaks Redis' protocol, within the limits of the line port; empty if it does not
 * @param operation how it is seen from outside; its margin is up to half the window
 * @param tls which certificates it uses on its ports; empty for plain connections
 * @param advertised where clients reach it, if that is not where it is bound
 * @param connections how old connections become, and which proxies speak for their clients
 * @param drainTimeout how long clients may take for their last answers at the stop; 0 to 5 min
 */
public record NodeSettings(
        MemberSettings fleet,
        int workerIds,
        Optional<EmbeddedSettings> embedded,
        LineServerSettings line,
        Optional<RedisSettings> redis,
        OperationSettings operation,
        Optional<TlsSettings> tls,
        Optional<HostPort> advertised,
        ConnectionSettings connections,
        Duration drainTimeout) {

    private static final int MAX_WORKER_IDS = 64;

    private static final Duration MAX_DRAIN_TIMEOUT = Duration.ofMinutes(5);

    /** For all that a stop waits for beside its clients, each with a bound of its own that is seldom needed. */
    private static final Duration MAX_REST_OF_STOP = Duration.ofSeconds(30);

    /**
     * Makes the settings of a node with one worker id and without HTTP.
     *
     * @throws IllegalArgumentException if a value is out of its range
     */
    public NodeSettings(
            MemberSettings fleet,
            Optional<EmbeddedSettings> embedded,
            LineServerSettings line,
            Optional<HostPort> advertised,
            Duration drainTimeout) {
        this(fleet, 1, embedded, line, OperationSettings.WITHOUT_HTTP, advertised, drainTimeout);
    }

    /**
     * Makes the settings of a node without TLS.
     *
     * @throws IllegalArgumentException if a value is out of its range
     */
    public NodeSettings(
            MemberSettings fleet,
            int workerIds,
            Optional<EmbeddedSettings> embedded,
            LineServerSettings line,
            OperationSettings operation,
            Optional<HostPort> advertised,
            Duration drainTimeout) {
        this(
                fleet,
                workerIds,
                embedded,
                line,
                Optional.empty(),
                operation,
                Optional.empty(),
                advertised,
                ConnectionSettings.NONE,
                drainTimeout);
    }

    /** Returns the same settings with TLS on all ports. */
    public NodeSettings with(TlsSettings certificates) {
        return new NodeSettings(
                fleet,
                workerIds,
                embedded,
                line,
                redis,
                operation,
                Optional.of(certificates),
                advertised,
                connections,
                drainTimeout);
    }

    /** Returns the same settings with other ones of connections. */
    public NodeSettings with(ConnectionSettings other) {
        return new NodeSettings(
                fleet, workerIds, embedded, line, redis, operation, tls, advertised, other, drainTimeout);
    }

    /** Returns the same settings with a port for Redis' protocol. */
    public NodeSettings with(RedisSettings port) {
        return new NodeSettings(
                fleet,
                workerIds,
                embedded,
                line,
                Optional.of(port),
                operation,
                tls,
                advertised,
                connections,
                drainTimeout);
    }

    /**
     * Returns whether other machines reach the node and not its ZooKeeper, which listens on loopback alone: a node there would be of another
     * fleet, and give the same ids.
     */
    public boolean isOnlyNodeOfItsFleet() {
        InetSocketAddress address = new InetSocketAddress(line.bindAddress(), 0);
        return embedded.isPresent()
                && !address.isUnresolved()
                && !address.getAddress().isLoopbackAddress();
    }

    /** Returns a bound for the time that a stop takes, however badly it goes. */
    public Duration longestStop() {
        return operation
                .drainDelay()
                .plus(drainTimeout.multipliedBy(redis.isPresent() ? 3 : 2))
                .plus(MAX_REST_OF_STOP);
    }

    /** @throws IllegalArgumentException if a value is out of its range */
    public NodeSettings {
        requireNonNull(fleet);
        long maxWorkerIds = Math.min(MAX_WORKER_IDS, fleet.workerIds().size());
        requireWithin("workerIds", workerIds, 1, maxWorkerIds);
        requireNonNull(embedded);
        requireNonNull(line);
        requireNonNull(redis);
        requireNonNull(operation);
        requireNonNull(tls);
        requireNonNull(connections);
        // Above half the window a node would not be ready between two renewals.
        requireWithin(
                "readyMargin",
                operation.readyMargin(),
                Duration.ZERO,
                fleet.window().dividedBy(2));
        advertised.ifPresent(NodeSettings::requireReachable);
        requireWithin("drainTimeout", drainTimeout, Duration.ZERO, MAX_DRAIN_TIMEOUT);
    }

    private static void requireReachable(HostPort address) {
        // Names are not looked up, which are no wildcards.
        if (address.host().matches("[0.]+|[0:]*:[0:.]*")) {
            throw new IllegalArgumentException(
                    "must be an address that other machines can reach: advertise=" + address);
        }
    }
}
