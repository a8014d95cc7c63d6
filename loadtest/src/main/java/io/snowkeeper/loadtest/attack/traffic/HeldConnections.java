package io.snowkeeper.loadtest.attack.traffic;

import io.snowkeeper.loadtest.client.NodePorts;

/**
 * Connections to the line port that say nothing, more than the node has file descriptors for.
 *
 * @param connections of one attacker
 */
record HeldConnections(int connections) implements Attack {

    @Override
    public void begin(AttackChannels channels, NodePorts target, int strength) {
        channels.keep(
                target.line(),
                connections * strength,
                () -> new PayloadSender(Payload.once(""), PayloadSender.Answers.READ, channels.traffic()));
    }
}
