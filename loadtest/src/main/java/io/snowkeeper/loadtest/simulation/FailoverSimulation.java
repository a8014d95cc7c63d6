package io.snowkeeper.loadtest.simulation;

import static io.gatling.javaapi.core.CoreDsl.details;

/**
 * A node is drained, ZooKeeper is restarted, and a node is killed, under users behind the balancer that never retry.
 * Only the last may cost anything: the requests on their way to that node when it died, and none after.
 */
public final class FailoverSimulation extends FailoverPhases {

    /** Made by Gatling. */
    public FailoverSimulation() {
        setUpPhases(this::askNowAndThen)
                .protocols(lines(1))
                .assertions(
                        assertionsOfAll(details(KILLED).failedRequests().count().lte(mostOnTheWay())));
    }

    /** As many requests as can be on their way at a time: those of all present users. */
    private long mostOnTheWay() {
        return (long) Math.ceil(usersAtATime()) * settings.number("depth", 1, 1, 10_000);
    }
}
