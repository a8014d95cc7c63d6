package io.snowkeeper.loadtest.simulation;

import static io.gatling.javaapi.core.CoreDsl.constantUsersPerSec;
import static io.gatling.javaapi.core.CoreDsl.details;
import static io.gatling.javaapi.core.CoreDsl.scenario;

import io.gatling.javaapi.core.PopulationBuilder;
import java.time.Duration;

/**
 * Users come at a steady rate while first a node is drained and started again, then ZooKeeper is restarted, then a node is
 * killed. Only the last may cost anything: what was on its way to that node when it died, and nothing after.
 */
public final class FailoverSimulation extends FleetSimulation {

    private static final String DRAINED = "ids, a node is drained";
    private static final String RESTARTED = "ids, ZooKeeper is restarted";
    private static final String KILLED = "ids, a node is killed";

    private static final String DRAIN = "drain node 1 and start it again";
    private static final String RESTART = "restart ZooKeeper";
    private static final String KILL = "kill node 2";

    private static final int PHASES = 3;

    private final Duration phase = duration.dividedBy(PHASES);

    /** Made by Gatling. */
    public FailoverSimulation() {
        Duration soon = phase.dividedBy(4);
        setUp(
                        users(DRAINED)
                                .andThen(
                                        users(RESTARTED)
                                                .andThen(
                                                        users(KILLED).andThen(compareIds()),
                                                        at(soon, KILL, fleet -> fleet.kill(2))),
                                        at(soon, RESTART, fleet -> fleet.restartZooKeeper())),
                        at(soon, DRAIN, fleet -> {
                            fleet.drain(1);
                            fleet.start(1);
                        }))
                .protocols(lines(1))
                .assertions(
                        noneFails(DRAINED),
                        noneFails(RESTARTED),
                        details(KILLED).failedRequests().count().lte(mostOnTheWay()),
                        noneFails(DRAIN),
                        noneFails(RESTART),
                        noneFails(KILL),
                        idsAreUnique(),
                        mostAreFast(DRAINED, Duration.ofSeconds(2)),
                        mostAreFast(RESTARTED, Duration.ofSeconds(2)),
                        mostAreFast(KILLED, Duration.ofSeconds(2)));
    }

    private PopulationBuilder users(String name) {
        return scenario(name)
                .exec(askNowAndThen(name))
                .injectOpen(constantUsersPerSec(usersPerSecond(1_000)).during(phase));
    }

    /** As many requests as can be on their way at a time: those of all users who are there. */
    private long mostOnTheWay() {
        double users = usersPerSecond(1_000) * STAY.toMillis() / 1_000;
        return (long) Math.ceil(users) * settings.number("depth", 1, 1, 10_000);
    }
}
