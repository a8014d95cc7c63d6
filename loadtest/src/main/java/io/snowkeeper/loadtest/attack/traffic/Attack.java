package io.snowkeeper.loadtest.attack.traffic;

import io.snowkeeper.loadtest.client.NodePorts;

/** An attack on a node, which goes on for as long as its process lives. */
interface Attack {

    /**
     * Begins, and returns at once.
     *
     * @param strength how many times as much as one cheap attacker: 1 or more
     */
    void begin(AttackChannels channels, NodePorts target, int strength);
}
