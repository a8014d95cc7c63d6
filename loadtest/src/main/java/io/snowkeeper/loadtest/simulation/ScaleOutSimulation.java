package io.snowkeeper.loadtest.simulation;

import static io.gatling.javaapi.core.CoreDsl.constantUsersPerSec;
import static io.gatling.javaapi.core.CoreDsl.scenario;

import java.time.Duration;

/** Two nodes are added to the fleet while users come at a steady rate, and drained again: no user notices. */
public final class ScaleOutSimulation extends FleetSimulation {

    private static final int ADDED = 2;
    private static final String OUT = "two nodes more";
    private static final String IN = "two nodes less";

    /** Made by Gatling. */
    public ScaleOutSimulation() {
        int nodes = target.nodes();
        setUp(
                        scenario("steady")
                                .exec(askNowAndThen(IDS))
                                .injectOpen(constantUsersPerSec(usersPerSecond(1_000))
                                        .during(duration))
                                .andThen(compareIds()),
                        at(duration.dividedBy(4), OUT, fleet -> fleet.scale(nodes + ADDED)),
                        at(duration.multipliedBy(2).dividedBy(3), IN, fleet -> fleet.scale(nodes)))
                .protocols(lines(1))
                .assertions(
                        noneFails(IDS),
                        idsAreUnique(),
                        noneFails(OUT),
                        noneFails(IN),
                        mostAreFast(IDS, Duration.ofSeconds(2)));
    }
}
