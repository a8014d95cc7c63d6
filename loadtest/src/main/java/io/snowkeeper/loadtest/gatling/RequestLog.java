package io.snowkeeper.loadtest.gatling;

import io.gatling.commons.stats.KO$;
import io.gatling.commons.stats.OK$;
import io.gatling.commons.stats.Status;
import io.gatling.commons.util.Clock;
import io.gatling.core.session.Session;
import io.gatling.core.stats.StatsEngine;
import io.gatling.core.structure.ScenarioContext;
import java.util.Optional;
import scala.Option;

/**
 * A reporter of requests to Gatling.
 *
 * @param name the requests' name
 */
record RequestLog(StatsEngine engine, Clock clock, String name) {

    static RequestLog of(ScenarioContext context, String name) {
        return new RequestLog(
                context.coreComponents().statsEngine(), context.coreComponents().clock(), name);
    }

    /** Returns the time as Gatling has it. */
    long nowMillis() {
        return clock.nowMillis();
    }

    /** Reports a request that ends now, with its failure, if any. */
    void log(Session session, long startedMillis, Optional<String> failure) {
        log(session, startedMillis, nowMillis(), failure);
    }

    /** Reports a request that has ended, with its failure, if any. */
    void log(Session session, long startedMillis, long endedMillis, Optional<String> failure) {
        Status status = failure.isPresent() ? KO$.MODULE$ : OK$.MODULE$;
        engine.logResponse(
                session.scenario(),
                session.groups(),
                name,
                startedMillis,
                endedMillis,
                status,
                Option.empty(),
                Option.apply(failure.orElse(null)));
    }
}
