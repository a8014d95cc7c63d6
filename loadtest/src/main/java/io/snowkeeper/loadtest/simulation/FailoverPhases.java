package io.snowkeeper.loadtest.simulation;

import static io.gatling.javaapi.core.CoreDsl.constantUsersPerSec;
import static io.gatling.javaapi.core.CoreDsl.scenario;

import io.gatling.javaapi.core.Assertion;
import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.PopulationBuilder;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/**
 * Users come at a steady rate while first a node is drained and started again, then ZooKeeper is restarted, then a node is
 * killed.
 */
abstract class FailoverPhases extends FleetSimulation {

    static final String KILLED = "ids, a node is killed";

    private static final String DRAINED = "ids, a node is drained";
    private static final String RESTARTED = "ids, ZooKeeper is restarted";

    private static final String DRAIN = "drain node 1 and start it again";
    private static final String RESTART = "restart ZooKeeper";
    private static final String KILL = "kill node 2";

    private static final int PHASES = 3;
    private static final int RATE = 1_000;

    private final Duration phase = duration.dividedBy(PHASES);

    /** @param asking a user's requests, by their name */
    SetUp setUpPhases(Function<String, ChainBuilder> asking) {
        Duration soon = phase.dividedBy(4);
        return setUp(
                users(DRAINED, asking)
                        .andThen(
                                users(RESTARTED, asking)
                                        .andThen(
                                                users(KILLED, asking).andThen(compareIds()),
                                                at(soon, KILL, fleet -> fleet.kill(2))),
                                at(soon, RESTART, fleet -> fleet.restartZooKeeper())),
                at(soon, DRAIN, fleet -> {
                    fleet.drain(1);
                    fleet.start(1);
                }));
    }

    private PopulationBuilder users(String name, Function<String, ChainBuilder> asking) {
        return scenario(name)
                .exec(asking.apply(name))
                .injectOpen(constantUsersPerSec(usersPerSecond(RATE)).during(phase));
    }

    /** The assertions that do not concern requests to a killed node. */
    List<Assertion> assertionsOfAll(Assertion ofKilled) {
        return List.of(
                noneFails(DRAINED),
                noneFails(RESTARTED),
                ofKilled,
                noneFails(DRAIN),
                noneFails(RESTART),
                noneFails(KILL),
                idsAreUnique(),
                mostAreFast(DRAINED, Duration.ofSeconds(2)),
                mostAreFast(RESTARTED, Duration.ofSeconds(2)),
                mostAreFast(KILLED, Duration.ofSeconds(2)));
    }

    /** How many users are there at a time. */
    double usersAtATime() {
        return usersPerSecond(RATE) * STAY.toMillis() / 1_000;
    }
}
