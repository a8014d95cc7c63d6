package io.snowkeeper.loadtest.simulation;

import io.snowkeeper.loadtest.option.NodeRunOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The target of the load: a fleet of its own, or servers that are there already.
 *
 * @param lines where the line protocol is spoken
 * @param http where HTTP is spoken
 * @param fleet the fleet, if it is the simulation's own
 * @param nodes with how many nodes that begins
 */
record LoadTarget(InetSocketAddress lines, InetSocketAddress http, Optional<FleetScript> fleet, int nodes) {

    private static final int DEFAULT_PORT = 7000;

    static LoadTarget of(LoadSettings settings) {
        int nodes = settings.number("nodes", 3, 1, 16);
        if (settings.address("server").isPresent() || settings.address("http").isPresent()) {
            InetSocketAddress lines = settings.address("server")
                    .orElseGet(() -> new InetSocketAddress(InetAddress.getLoopbackAddress(), DEFAULT_PORT));
            InetSocketAddress http = settings.address("http")
                    .orElseGet(() -> new InetSocketAddress(lines.getHostString(), lines.getPort() + 1));
            return new LoadTarget(lines, http, Optional.empty(), nodes);
        }
        FleetScript fleet = fleet(settings);
        return new LoadTarget(fleet.lines(), fleet.http(), Optional.of(fleet), nodes);
    }

    private static FleetScript fleet(LoadSettings settings) {
        Path repository = repository();
        Map<String, String> more = new HashMap<>();
        settings.text("java-options").ifPresent(options -> more.put("FLEET_JAVA_OPTIONS", options));
        settings.text("node-options").ifPresent(options -> more.put("FLEET_NODE_OPTIONS", options));
        return new FleetScript(
                repository.resolve("deploy/fleet"),
                settings.path("directory", repository.resolve("loadtest/target/fleet")),
                settings.path("jar", repository.resolve(NodeRunOptions.BUILT_JAR)),
                settings.number("port", DEFAULT_PORT, 1, 65_000),
                more);
    }

    /** Returns where the repository is: Maven starts Gatling in the folder of the module or of the repository. */
    private static Path repository() {
        Path here = Path.of("").toAbsolutePath();
        Path parent = here.getParent();
        return parent != null && here.endsWith("loadtest") ? parent : here;
    }

    /** Returns the own fleet. */
    FleetScript ownFleet() {
        return fleet.orElseThrow(() -> new IllegalStateException(
                "this simulation stops and starts nodes, so it needs a fleet of its own: leave out load.server and"
                        + " load.http"));
    }

    void start() {
        fleet.ifPresent(own -> {
            try {
                own.up(nodes);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted while the fleet starts", e);
            }
        });
    }

    void stop() {
        fleet.ifPresent(own -> {
            try {
                own.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }
}
