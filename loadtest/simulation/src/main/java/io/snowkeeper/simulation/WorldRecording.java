package io.snowkeeper.simulation;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.snowkeeper.coordinator.store.StoredRecord;
import io.snowkeeper.simulation.machine.EventLoop;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A world's data for drawing: its strikes, the states of its nodes, and the reservations. For one world. */
final class WorldRecording {

    private static final Duration SAMPLE = Duration.ofMillis(100);
    private static final Pattern SLOT = Pattern.compile("/workers/(\\d+)");
    private static final Pattern CLAIM = Pattern.compile("/claims/[^/]+");
    private static final Pattern NODE = Pattern.compile("\"node\":\"(n\\d+)\"");
    private static final Pattern RESERVED = Pattern.compile("\"reservedUntil\":\"([^\"]+)\"");

    private final List<Strike> strikes = new ArrayList<>();
    private final List<Reservation> reservations = new ArrayList<>();
    private final Map<String, Claim> claims = new LinkedHashMap<>();
    private final Map<String, List<Sample>> samples = new LinkedHashMap<>();
    private WorldSettings settings = WorldPlan.of(0, Duration.ZERO).settings();
    private long endNanos;

    /**
     * A write of a slot.
     *
     * @param untilNanos until when it is reserved, in the world's time
     */
    record Reservation(int worker, String node, long fromNanos, long untilNanos) {}

    /**
     * A claim, which lives as long as its session does.
     *
     * @param endNanos when it was gone; never if that is {@link Long#MAX_VALUE}
     */
    record Claim(String node, long fromNanos, long endNanos) {}

    /** How a node stood at a moment. */
    record Sample(long atNanos, SimulatedNode.Condition condition, long clockOffMillis) {}

    /** Begins to look again and again. */
    void begin(WorldSettings world, EventLoop loop, List<SimulatedNode> nodes) {
        settings = world;
        loop.after(SAMPLE, () -> {
            endNanos = loop.nowNanos();
            nodes.forEach(node -> samples.computeIfAbsent(node.name(), unused -> new ArrayList<>())
                    .add(new Sample(
                            endNanos,
                            node.condition(),
                            node.machine().clockMillis() - node.machine().rightMillis())));
            begin(world, loop, nodes);
        });
    }

    void struck(Strike strike) {
        strikes.add(strike);
    }

    /** Takes note of a write of the servers. */
    void wrote(long nowNanos, String path, Optional<StoredRecord> record) {
        String payload = record.map(found -> new String(found.payload(), UTF_8)).orElse("");
        Matcher slot = SLOT.matcher(path);
        Matcher node = NODE.matcher(payload);
        if (slot.matches()) {
            Matcher reserved = RESERVED.matcher(payload);
            if (node.find() && reserved.find()) {
                long untilMillis = Instant.parse(reserved.group(1)).toEpochMilli() - WorldSettings.START_MILLIS;
                reservations.add(new Reservation(
                        Integer.parseInt(slot.group(1)), node.group(1), nowNanos, untilMillis * 1_000_000));
            }
        } else if (CLAIM.matcher(path).matches()) {
            if (record.isEmpty()) {
                claims.computeIfPresent(path, (unused, claim) -> new Claim(claim.node(), claim.fromNanos(), nowNanos));
            } else if (node.find()) {
                claims.putIfAbsent(path, new Claim(node.group(1), nowNanos, Long.MAX_VALUE));
            }
        }
    }

    WorldSettings settings() {
        return settings;
    }

    List<Strike> strikes() {
        return strikes;
    }

    List<Reservation> reservations() {
        return reservations;
    }

    List<Claim> claims() {
        return List.copyOf(claims.values());
    }

    Map<String, List<Sample>> samples() {
        return samples;
    }

    long endNanos() {
        return endNanos;
    }
}
