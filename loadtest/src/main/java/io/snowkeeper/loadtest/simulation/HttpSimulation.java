package io.snowkeeper.loadtest.simulation;

import static io.gatling.javaapi.core.CoreDsl.bodyString;
import static io.gatling.javaapi.core.CoreDsl.constantUsersPerSec;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.repeat;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.http.HttpProtocolBuilder;
import io.snowkeeper.core.text.HostPort;
import java.time.Duration;

/** The load of {@link SteadySimulation}, over HTTP. */
public final class HttpSimulation extends FleetSimulation {

    private static final String ANSWER = "answer";

    /** Made by Gatling. */
    public HttpSimulation() {
        HttpProtocolBuilder protocol = http.baseUrl("http://"
                        + new HostPort(
                                target.http().getHostString(), target.http().getPort()))
                .acceptHeader("text/plain")
                .disableWarmUp();
        int batch = batch();
        setUp(scenario("steady over HTTP")
                        .exec(repeat(requests)
                                .on(exec(http(IDS)
                                                .post("/v1/ids")
                                                .queryParam("count", batch)
                                                .check(
                                                        status().is(200),
                                                        bodyString()
                                                                .transform(body -> body.lines()
                                                                        .count())
                                                                .is((long) batch),
                                                        bodyString().saveAs(ANSWER)))
                                        .exec(this::keep)))
                        .injectOpen(constantUsersPerSec(usersPerSecond(500)).during(duration))
                        .andThen(compareIds()))
                .protocols(protocol)
                .assertions(noneFails(IDS), idsAreUnique(), mostAreFast(IDS, Duration.ofMillis(500)));
    }

    private Session keep(Session session) {
        String answer = session.getString(ANSWER);
        if (answer == null) {
            return session;
        }
        answer.lines().mapToLong(Long::parseLong).forEach(ids::add);
        return session.remove(ANSWER);
    }
}
