package io.snowkeeper.loadtest.attack;

import io.snowkeeper.loadtest.attack.measure.AttackLimits;
import io.snowkeeper.loadtest.attack.traffic.AttackKind;
import io.snowkeeper.loadtest.client.Transport;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * One attack on one node.
 *
 * @param strength how many times as much as one attacker: 1 to 100
 * @param addresses of the attacker: 0 for that of the innocents, up to 200
 * @param warmup how long the innocents ask before it counts
 * @param calm how long they are watched before and after the attack
 * @param duration of the attack when it has come to its strength
 * @param limits the limits that have to hold
 * @param sequences how many there are, where the attack is about them: 1 or more
 * @param drainTimeout of the node
 * @param folder an empty one, for its log and data
 */
record AttackPlan(
        AttackKind kind,
        Transport transport,
        int strength,
        int addresses,
        Duration warmup,
        Duration calm,
        Duration duration,
        AttackLimits limits,
        int sequences,
        Duration drainTimeout,
        Path nodeJar,
        List<String> javaOptions,
        List<String> nodeOptions,
        Path folder) {

    private static final int MAX_STRENGTH = 100;
    private static final int MAX_ADDRESSES = 200;

    AttackPlan {
        if (!kind.worksOver(transport)) {
            throw new IllegalArgumentException("%s must be done over another transport: %s".formatted(kind, transport));
        }
        require(strength >= 1 && strength <= MAX_STRENGTH, "must be >= 1 && <= 100: strength=" + strength);
        require(addresses >= 0 && addresses <= MAX_ADDRESSES, "must be >= 0 && <= 200: addresses=" + addresses);
        require(calm.compareTo(Duration.ZERO) > 0, "must be positive: calm=" + calm);
        require(duration.compareTo(Duration.ZERO) > 0, "must be positive: duration=" + duration);
        require(sequences >= 1, "must be >= 1: sequences=" + sequences);
        javaOptions = List.copyOf(javaOptions);
        nodeOptions = List.copyOf(nodeOptions);
    }

    /** Returns how long the node may take to end: each of its two ports has its drain timeout. */
    Duration stopLimit() {
        return drainTimeout.multipliedBy(2).plus(limits.stopMargin());
    }

    private static void require(boolean condition, String message) {
        if (!condition) {
            throw new IllegalArgumentException(message);
        }
    }
}
