package io.snowkeeper.node.http.routing;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** The table of routes, in which that of a request is found. */
public final class Router {

    private final List<Route> routes;

    /** @param routes the first one that fits is taken */
    public Router(List<Route> routes) {
        this.routes = List.copyOf(routes);
    }

    /** A route that fits a request, with the variable parts of its path. */
    public record Match(Route route, Map<String, String> parts) {}

    /**
     * Finds the route of a request.
     *
     * @param path decoded
     * @throws ProblemException if there is nothing at the path, or not by this method
     */
    public Match route(String method, String path) {
        List<String> parts = List.of(path.split("/", -1));
        TreeSet<String> allowed = new TreeSet<>();
        for (Route route : routes) {
            Optional<Map<String, String>> variables = route.match(parts);
            if (variables.isPresent()) {
                if (answers(route, method)) {
                    return new Match(route, variables.get());
                }
                allowed.add(route.method());
            }
        }
        if (allowed.isEmpty()) {
            throw new ProblemException(Problem.of(ProblemCode.UNKNOWN_PATH, "no such path; see /openapi.json"));
        }
        if (allowed.contains("GET")) {
            allowed.add("HEAD");
        }
        String methods = String.join(", ", allowed);
        throw new ProblemException(Problem.of(
                ProblemCode.METHOD_NOT_ALLOWED,
                "method must be one of %s: method=%s".formatted(methods, method),
                Map.of("allow", methods)));
    }

    /** Every GET route has a HEAD. */
    private static boolean answers(Route route, String method) {
        return route.method().equals(method)
                || (method.equals("HEAD") && route.method().equals("GET"));
    }
}
