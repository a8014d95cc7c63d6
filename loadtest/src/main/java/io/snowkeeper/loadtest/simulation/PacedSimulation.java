package io.snowkeeper.loadtest.simulation;

import static io.gatling.javaapi.core.CoreDsl.atOnceUsers;
import static io.gatling.javaapi.core.CoreDsl.during;
import static io.gatling.javaapi.core.CoreDsl.pace;
import static io.gatling.javaapi.core.CoreDsl.scenario;

import io.gatling.javaapi.core.ChainBuilder;
import io.snowkeeper.loadtest.gatling.Snowkeeper;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The same users all the time, with lasting connections and requests in turn, at a steady rate altogether, like
 * services with a pool of connections. Connections are opened, and both sides get warm, before it counts.
 */
public final class PacedSimulation extends FleetSimulation {

    private static final String WARM_UP = "warm-up";
    private static final int DEFAULT_USERS = 20;

    /** Made by Gatling. */
    public PacedSimulation() {
        int users = settings.number("users", DEFAULT_USERS, 1, 10_000);
        Duration turn = Duration.ofSeconds(users).dividedBy(settings.number("rate", 1_000, 1, 10_000_000));
        // Not by a ramp: Gatling starts no users if one takes less than a second.
        AtomicInteger inTurn = new AtomicInteger();
        setUp(scenario("paced")
                        .pause(user ->
                                turn.multipliedBy(inTurn.getAndIncrement()).dividedBy(users))
                        .exec(ask(WARM_UP, settings.duration("warmup", Duration.ofSeconds(2)), turn))
                        .exec(ask(IDS, duration, turn))
                        .injectOpen(atOnceUsers(users))
                        .andThen(compareIds()))
                .protocols(lines(1))
                .assertions(
                        noneFails(WARM_UP), noneFails(IDS), idsAreUnique(), mostAreFast(IDS, Duration.ofMillis(500)));
    }

    private ChainBuilder ask(String name, Duration time, Duration turn) {
        return during(time).on(pace(turn).exec(Snowkeeper.ids(name, 1, batch())));
    }
}
