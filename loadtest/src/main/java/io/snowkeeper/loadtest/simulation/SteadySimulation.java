package io.snowkeeper.loadtest.simulation;

import static io.gatling.javaapi.core.CoreDsl.constantUsersPerSec;
import static io.gatling.javaapi.core.CoreDsl.scenario;

import java.time.Duration;

/** Users come at a steady rate, whether those before them were answered or not: an open model. */
public final class SteadySimulation extends FleetSimulation {

    /** Made by Gatling. */
    public SteadySimulation() {
        setUp(scenario("steady")
                        .exec(askForIds())
                        .injectOpen(constantUsersPerSec(usersPerSecond(1_000)).during(duration))
                        .andThen(compareIds()))
                .protocols(lines(1))
                .assertions(noneFails(IDS), idsAreUnique(), mostAreFast(IDS, Duration.ofMillis(500)));
    }
}
