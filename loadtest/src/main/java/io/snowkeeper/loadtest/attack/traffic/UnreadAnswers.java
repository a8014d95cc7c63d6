package io.snowkeeper.loadtest.attack.traffic;

import io.snowkeeper.loadtest.client.HttpText;
import io.snowkeeper.loadtest.client.NodePorts;

/**
 * HTTP requests whose answers are never read, so that they pile up somewhere.
 *
 * @param request method and path
 * @param connections of one attacker
 * @param requests that each connection sends
 */
record UnreadAnswers(String request, int connections, int requests) implements Attack {

    @Override
    public void begin(AttackChannels channels, NodePorts target, int strength) {
        Payload payload = Payload.times(requests, HttpText.request(request, ""));
        channels.keep(
                target.http(),
                connections * strength,
                () -> new PayloadSender(payload, PayloadSender.Answers.LEFT, channels.traffic()));
    }
}
