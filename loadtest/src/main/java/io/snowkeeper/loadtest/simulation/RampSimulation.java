package io.snowkeeper.loadtest.simulation;

import static io.gatling.javaapi.core.CoreDsl.incrementConcurrentUsers;
import static io.gatling.javaapi.core.CoreDsl.scenario;

import io.gatling.javaapi.core.ClosedInjectionStep;
import java.time.Duration;

/**
 * More users at each step, without pauses between requests, up to the fleet's limit: the report shows at how many users
 * the answers a second stop to grow and only the response times do.
 */
public final class RampSimulation extends FleetSimulation {

    private static final int DEFAULT_USERS = 10;
    private static final int DEFAULT_STEPS = 5;

    /** Made by Gatling. */
    public RampSimulation() {
        int users = settings.number("users", DEFAULT_USERS, 1, 10_000);
        int steps = settings.number("steps", DEFAULT_STEPS, 1, 100);
        ClosedInjectionStep ramp = incrementConcurrentUsers(users)
                .times(steps)
                .eachLevelLasting(duration.dividedBy(steps))
                .startingFrom(users);
        setUp(scenario("ramp").exec(askForIds()).injectClosed(ramp).andThen(compareIds()))
                .protocols(lines(8))
                .assertions(noneFails(IDS), idsAreUnique(), mostAreFast(IDS, Duration.ofSeconds(2)));
    }
}
