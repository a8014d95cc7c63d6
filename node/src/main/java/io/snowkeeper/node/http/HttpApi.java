package io.snowkeeper.node.http;

import java.util.List;
import java.util.stream.Stream;

/** Everything that is served, in one place. */
final class HttpApi {

    private HttpApi() {}

    /** @param maxCount the most ids that one request may ask for */
    static List<Route> routes(HttpServices services, int maxCount) {
        ServiceCalls calls = new ServiceCalls(services.service());
        return Stream.of(
                        new IdsResource(calls, maxCount).routes(),
                        new SortableIdsResource(calls, maxCount).routes(),
                        new SequencesResource(calls, maxCount).routes(),
                        new FleetResource(services).routes(),
                        new HealthResource(services.readiness(), services.drain()).routes())
                .flatMap(List::stream)
                .toList();
    }
}
