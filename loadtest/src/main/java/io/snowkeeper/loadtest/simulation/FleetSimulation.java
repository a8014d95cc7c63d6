package io.snowkeeper.loadtest.simulation;

import static io.gatling.javaapi.core.CoreDsl.atOnceUsers;
import static io.gatling.javaapi.core.CoreDsl.bodyString;
import static io.gatling.javaapi.core.CoreDsl.details;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.repeat;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.http.HttpDsl.status;
import static io.snowkeeper.loadtest.gatling.Snowkeeper.lineProtocol;
import static io.snowkeeper.loadtest.gatling.Snowkeeper.task;

import io.gatling.javaapi.core.Assertion;
import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.PopulationBuilder;
import io.gatling.javaapi.core.ProtocolBuilder;
import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.core.Simulation;
import io.gatling.javaapi.http.HttpDsl;
import io.gatling.javaapi.http.HttpProtocolBuilder;
import io.snowkeeper.core.text.HostPort;
import io.snowkeeper.loadtest.gatling.Snowkeeper;
import io.snowkeeper.loadtest.uniqueness.IdSet;
import io.snowkeeper.loadtest.uniqueness.Repetitions;
import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;

/**
 * The base of all simulations: the fleet runs while they do, and every id of every user is kept and compared with
 * all others when the last user has left.
 */
abstract class FleetSimulation extends Simulation {

    /** The name of the requests for ids. */
    static final String IDS = "ids";

    /** The name of those over HTTP, where there are others. */
    static final String IDS_OVER_HTTP = "ids over HTTP";

    /** The name of the comparison. */
    static final String NO_ID_TWICE = "no id twice";

    private static final String ANSWER = "answer";

    /** The last comparison in this process: Gatling makes simulations, and keeps them. */
    private static volatile ComparedIds compared = ComparedIds.NONE;

    /** How long a user with occasional requests stays. */
    static final Duration STAY = Duration.ofSeconds(1);

    /** In how many parts such a user asks. */
    static final int PARTS = 4;

    final LoadSettings settings = LoadSettings.of(System.getProperties());
    final LoadTarget target = LoadTarget.of(settings);
    final IdSet ids = new IdSet();
    final Duration duration = settings.duration("duration", Duration.ofSeconds(30));
    final int requests = settings.number("requests", 20, 1, 1_000_000);

    @Override
    public void before() {
        target.start();
    }

    @Override
    public void after() {
        target.stop();
    }

    /** The protocol of the users, with as many requests on the way as the setting says. */
    ProtocolBuilder lines(int defaultDepth) {
        return lineProtocol(
                target.lines(),
                settings.number("depth", defaultDepth, 1, 10_000),
                settings.duration("timeout", Duration.ofSeconds(10)),
                ids);
    }

    /** A user's requests without a pause: its share, over one connection. */
    ChainBuilder askForIds() {
        return exec(Snowkeeper.ids(IDS, requests, batch()));
    }

    /** A user's requests without a pause over HTTP. */
    ChainBuilder askForIdsOverHttp(String name) {
        int batch = batch();
        return repeat(requests)
                .on(exec(HttpDsl.http(name)
                                .post("/v1/ids")
                                .queryParam("count", batch)
                                .check(
                                        status().is(200),
                                        bodyString()
                                                .transform(body -> body.lines().count())
                                                .is((long) batch),
                                        bodyString().saveAs(ANSWER)))
                        .exec(this::keep));
    }

    private Session keep(Session session) {
        String answer = session.getString(ANSWER);
        if (answer == null) {
            return session;
        }
        answer.lines().mapToLong(Long::parseLong).forEach(ids::add);
        return session.remove(ANSWER);
    }

    /** HTTP as the users speak it. */
    HttpProtocolBuilder http() {
        return HttpDsl.http
                .baseUrl("http://"
                        + new HostPort(
                                target.http().getHostString(), target.http().getPort()))
                .acceptHeader("text/plain")
                .disableWarmUp();
    }

    /** The requests of a user that stays for a second: as many, in four parts. */
    ChainBuilder askNowAndThen(String name) {
        return repeat(PARTS)
                .on(exec(Snowkeeper.ids(name, requestsOfPart(), batch())).pause(STAY.dividedBy(PARTS)));
    }

    /** How many ids a request asks for. */
    int batch() {
        return settings.number("batch", 1, 1, 100_000);
    }

    int requestsOfPart() {
        return Math.max(1, requests / PARTS);
    }

    /** How many users have to come in a second for as many requests as the setting says. */
    double usersPerSecond(int defaultRate) {
        return settings.number("rate", defaultRate, 1, 10_000_000) / (double) requests;
    }

    /** A step of an operator of the fleet. */
    interface Step {
        void take(FleetScript fleet) throws IOException, InterruptedException;
    }

    /** An operator's step at its time, reported as a request. */
    PopulationBuilder at(Duration time, String name, Step step) {
        FleetScript fleet = target.ownFleet();
        Callable<Boolean> task = () -> {
            step.take(fleet);
            return true;
        };
        return scenario(name).pause(time).exec(task(name, task)).injectOpen(atOnceUsers(1));
    }

    /** The comparison of all ids, for when all users have left. */
    PopulationBuilder compareIds() {
        return scenario(NO_ID_TWICE).exec(task(NO_ID_TWICE, this::compare)).injectOpen(atOnceUsers(1));
    }

    /** Returns the result of the last comparison in this process. */
    static ComparedIds compared() {
        return compared;
    }

    /**
     * The result of a comparison of ids.
     *
     * @param duplicates how many were issued before
     */
    record ComparedIds(long ids, long duplicates) {
        static final ComparedIds NONE = new ComparedIds(0, 0);
    }

    private long compare() {
        if (ids.size() == 0) {
            throw new IllegalStateException("there is no id to compare: none was given out");
        }
        Repetitions repetitions = ids.repetitions();
        compared = new ComparedIds(ids.size(), repetitions.surplus());
        if (!repetitions.isEmpty()) {
            throw new IllegalStateException(String.format(
                    Locale.ROOT,
                    "of %,d ids, %,d were given out before, such as %s",
                    ids.size(),
                    repetitions.surplus(),
                    repetitions.examples()));
        }
        System.out.printf(Locale.ROOT, "%n%,d ids, none of them twice%n", ids.size());
        return ids.size();
    }

    /** That no id came twice, and that there were any. */
    static Assertion idsAreUnique() {
        return noneFails(NO_ID_TWICE);
    }

    /** That none of the requests failed that have a name. */
    static Assertion noneFails(String name) {
        return details(name).failedRequests().count().is(0L);
    }

    /** That 99 of 100 requests are answered within the setting. */
    Assertion mostAreFast(String name, Duration byDefault) {
        return details(name).responseTime().percentile(99).lte((int)
                settings.duration("p99", byDefault).toMillis());
    }
}
