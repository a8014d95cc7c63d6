package io.snowkeeper.node.http.api;

import io.snowkeeper.node.http.routing.Route;
import java.util.List;
import java.util.stream.Stream;

/** The list of all routes. */
public final class HttpApi {

    private HttpApi() {}

    /** Returns the API and the page that shows its reports. */
    public static List<Route> withPage(HttpServices services, ServiceCalls calls, int maxCount) {
        return Stream.concat(routes(services, calls, maxCount).stream(), new PageResource().routes().stream())
                .toList();
    }

    /**
     * Returns the API, which is described in OpenAPI.
     *
     * @param maxCount the most ids that one request may ask for
     */
    public static List<Route> routes(HttpServices services, ServiceCalls calls, int maxCount) {
        return Stream.of(
                        new IdsResource(calls, maxCount).routes(),
                        new SortableIdsResource(calls, maxCount).routes(),
                        new SequencesResource(calls, maxCount).routes(),
                        new LedgerResource(calls, maxCount).routes(),
                        new FleetResource(services, calls).routes(),
                        new FleetFiguresResource(
                                        services.reports(), services.node().configuration())
                                .routes(),
                        new HealthResource(services.node(), services.service()).routes(),
                        new MetricsResource(services.metrics()).routes(),
                        new OpenApiResource().routes())
                .flatMap(List::stream)
                .toList();
    }
}
