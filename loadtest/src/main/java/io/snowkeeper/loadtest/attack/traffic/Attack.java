package io.snowkeeper.loadtest.attack.traffic;

import io.snowkeeper.loadtest.client.Target;

/** What an attacker does to a node for as long as its process lives. */
interface Attack {

    /**
     * Begins, and returns at once.
     *
     * @param strength how many times as much as one cheap attacker: 1 or more
     */
    void begin(AttackChannels channels, Target target, int strength);
}
