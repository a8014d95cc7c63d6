package io.snowkeeper.loadtest.simulation;

import static io.gatling.javaapi.core.CoreDsl.constantUsersPerSec;
import static io.gatling.javaapi.core.CoreDsl.scenario;

import io.gatling.javaapi.core.PopulationBuilder;
import java.time.Duration;

/** The load of {@link SteadySimulation}, and after it that of {@link HttpSimulation}: no id of one may be one of the other. */
public final class EachPortSimulation extends FleetSimulation {

    /** Made by Gatling. */
    public EachPortSimulation() {
        PopulationBuilder overHttp = scenario("steady over HTTP")
                .exec(askForIdsOverHttp(IDS_OVER_HTTP))
                .injectOpen(constantUsersPerSec(usersPerSecond(500)).during(duration))
                .andThen(compareIds());
        setUp(scenario("steady")
                        .exec(askForIds())
                        .injectOpen(constantUsersPerSec(usersPerSecond(1_000)).during(duration))
                        .andThen(overHttp))
                .protocols(lines(1), http())
                .assertions(
                        noneFails(IDS),
                        noneFails(IDS_OVER_HTTP),
                        idsAreUnique(),
                        mostAreFast(IDS, Duration.ofMillis(500)),
                        mostAreFast(IDS_OVER_HTTP, Duration.ofMillis(500)));
    }
}
