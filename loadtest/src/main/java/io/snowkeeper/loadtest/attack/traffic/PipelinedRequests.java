package io.snowkeeper.loadtest.attack.traffic;

import io.snowkeeper.loadtest.client.HttpText;
import io.snowkeeper.loadtest.client.NodePorts;
import java.time.Duration;

/**
 * Many HTTP requests at once on one connection, again and again; their answers are read.
 *
 * @param connections of one attacker
 * @param requests at once
 */
record PipelinedRequests(int connections, int requests) implements Attack {

    private static final Duration PAUSE = Duration.ofSeconds(1);

    @Override
    public void begin(AttackChannels channels, NodePorts target, int strength) {
        String burst = HttpText.request("POST /v1/ids", "Content-Length: 0\r\n").repeat(requests);
        Payload payload = Payload.once(burst).thenEvery(PAUSE, burst);
        channels.keep(
                target.http(),
                connections * strength,
                () -> new PayloadSender(payload, PayloadSender.Answers.READ, channels.traffic()));
    }
}
