package io.snowkeeper.loadtest.attack.traffic;

import io.snowkeeper.loadtest.client.NodePorts;
import java.util.function.Supplier;

/**
 * Lines of 1 MiB that are dear to read, one after the other.
 *
 * @param connections of one attacker
 * @param line makes the line, without its end
 */
record LongLines(int connections, Supplier<String> line) implements Attack {

    private static final int BYTES = 1_040_000;
    private static final String BEGIN = "{\"src\":\"a\",\"body\":{\"type\":\"verify_ids\",\"msg_id\":1,\"ids\":[";

    /** Returns a line of names with one hash. */
    static String collidingNames() {
        StringBuilder line = new StringBuilder(BYTES + 100).append(BEGIN).append("1]");
        CollidingNames names = new CollidingNames("snowfall");
        while (line.length() < BYTES) {
            line.append(",\"").append(names.next()).append("\":1");
        }
        return line.append("}}").toString();
    }

    /** Returns a line of ids with one hash: the halves of each are equal. */
    static String collidingIds() {
        StringBuilder line = new StringBuilder(BYTES + 100).append(BEGIN).append('1');
        for (long half = 1; line.length() < BYTES; half++) {
            line.append(',').append(half << 32 | half);
        }
        return line.append("]}}").toString();
    }

    @Override
    public void begin(AttackChannels channels, NodePorts target, int strength) {
        Payload payload = Payload.endless(line.get() + "\n");
        channels.keep(
                target.line(),
                connections * strength,
                () -> new PayloadSender(payload, PayloadSender.Answers.READ, channels.traffic()));
    }
}
