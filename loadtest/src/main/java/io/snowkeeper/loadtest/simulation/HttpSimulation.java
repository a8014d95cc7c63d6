package io.snowkeeper.loadtest.simulation;

import static io.gatling.javaapi.core.CoreDsl.constantUsersPerSec;
import static io.gatling.javaapi.core.CoreDsl.scenario;

import java.time.Duration;

/** The load of {@link SteadySimulation}, over HTTP. */
public final class HttpSimulation extends FleetSimulation {

    /** Made by Gatling. */
    public HttpSimulation() {
        setUp(scenario("steady over HTTP")
                        .exec(askForIdsOverHttp(IDS))
                        .injectOpen(constantUsersPerSec(usersPerSecond(500)).during(duration))
                        .andThen(compareIds()))
                .protocols(http())
                .assertions(noneFails(IDS), idsAreUnique(), mostAreFast(IDS, Duration.ofMillis(500)));
    }
}
