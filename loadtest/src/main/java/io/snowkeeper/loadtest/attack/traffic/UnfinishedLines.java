package io.snowkeeper.loadtest.attack.traffic;

import io.snowkeeper.loadtest.client.NodePorts;
import java.time.Duration;

/**
 * Lines that never end, of the kind that may be long: a node that waits for their ends keeps them.
 *
 * @param connections of one attacker
 * @param bytes that each connection sends of its line
 * @param drip how long to wait before each further byte, zero to send no more
 */
record UnfinishedLines(int connections, int bytes, Duration drip) implements Attack {

    private static final String BEGIN = "{\"src\":\"a\",\"body\":{\"type\":\"verify_ids\",\"msg_id\":1,\"ids\":[1";

    @Override
    public void begin(AttackChannels channels, NodePorts target, int strength) {
        Payload begun = Payload.once(BEGIN + ",1".repeat((bytes - BEGIN.length()) / 2));
        Payload payload = drip.isZero() ? begun : begun.thenEvery(drip, ",1");
        channels.keep(
                target.line(),
                connections * strength,
                () -> new PayloadSender(payload, PayloadSender.Answers.READ, channels.traffic()));
    }
}
