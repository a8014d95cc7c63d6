package io.snowkeeper.loadtest.simulation;

import static io.gatling.javaapi.core.CoreDsl.constantConcurrentUsers;
import static io.gatling.javaapi.core.CoreDsl.scenario;

import java.time.Duration;

/** The same number of users all the time, for long: endless growth shows, here or in the metrics. */
public final class SoakSimulation extends FleetSimulation {

    private static final int DEFAULT_USERS = 20;

    /** Made by Gatling. */
    public SoakSimulation() {
        int users = settings.number("users", DEFAULT_USERS, 1, 10_000);
        Duration time = settings.duration("duration", Duration.ofHours(1));
        setUp(scenario("soak")
                        .exec(askForIds())
                        .injectClosed(constantConcurrentUsers(users).during(time))
                        .andThen(compareIds()))
                .protocols(lines(1))
                .assertions(noneFails(IDS), idsAreUnique(), mostAreFast(IDS, Duration.ofMillis(500)));
    }
}
