package io.snowkeeper.node.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.channel.embedded.EmbeddedChannel;
import io.snowkeeper.core.ErrorCode;
import io.snowkeeper.core.Layout;
import io.snowkeeper.node.access.ClientAccess;
import io.snowkeeper.node.access.PortCalls;
import io.snowkeeper.node.http.api.HttpApi;
import io.snowkeeper.node.http.api.ServiceCalls;
import io.snowkeeper.node.http.routing.AccessGuard;
import io.snowkeeper.node.http.routing.Call;
import io.snowkeeper.node.http.routing.HttpAnswer;
import io.snowkeeper.node.http.routing.ProblemException;
import io.snowkeeper.node.http.routing.QueryParameters;
import io.snowkeeper.node.http.routing.Route;
import io.snowkeeper.node.http.routing.Router;
import io.snowkeeper.node.rights.Right;
import io.snowkeeper.node.service.message.RequestRefusedException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** All calls of the HTTP API. */
public final class HttpCalls implements PortCalls {

    /** The bodies of calls that have one, by how their paths end. */
    private static final Map<String, String> BODIES = Map.of(
            "POST /v1/sequences", "{\"sequence\": \"" + SEQUENCE + "\", \"mode\": \"block\", \"from\": 1, \"to\": 9}",
            "PATCH /v1/sequences/{name}", "{\"max_keys\": 5}",
            "POST /v1/sequences/{name}/ranges", "{\"from\": 1, \"to\": 9}",
            "POST /v1/sequences/{name}/advance", "{\"to\": 2}",
            "POST /v1/sequences/{name}/turn-back", "{\"period\": \"2026\"}",
            "POST /v1/sequences/{name}/ledger/release", "{\"through\": 1}",
            "POST /v1/sequences/{name}/reservations/{reservation}/void", "{\"reason\": \"spoilt\"}",
            "POST /v1/sequences/{name}/numbers/{number}/void", "{\"reason\": \"spoilt\"}");

    private static final Map<String, Map<String, List<String>>> QUERIES = Map.of(
            "DELETE /v1/sequences/{name}", Map.of("next", List.of("1")),
            "GET /v1/sequences/{name}/parse", Map.of("text", List.of("1")));

    private static final Map<String, String> PARTS =
            Map.of("name", SEQUENCE, "id", "1", "reservation", "x-1", "number", "1");

    private final List<Route> routes = new AccessGuard()
            .around(HttpApi.routes(
                    LonelyServices.of(() -> Layout.DEFAULT.epochMillis() + 1000),
                    new ServiceCalls(
                            request -> {
                                throw new RequestRefusedException(ErrorCode.NOT_SUPPORTED, PASSED);
                            },
                            System::nanoTime),
                    100));

    @Override
    public String port() {
        return "HTTP";
    }

    @Override
    public List<String> calls() {
        return routes.stream().map(HttpCalls::text).toList();
    }

    private static String text(Route route) {
        return route.method() + " " + route.template();
    }

    @Override
    public boolean isAllowed(String call, ClientAccess access) {
        Route route = route(call);
        int status = status(route, call, access, Map.of());
        if (status == 401 || status == 403) {
            return false;
        }
        if (route.right() == Right.NONE || status == 501 || status == 202) {
            return true;
        }
        throw new AssertionError("a call must lack nothing but rights: " + call + " -> " + status);
    }

    @Override
    public Client connect(ClientAccess access) {
        return (call, token) -> {
            Map<String, String> shown = token == null ? Map.of() : Map.of("authorization", "Bearer " + token);
            try {
                int status = status(route(call), call, access, shown);
                return status < 300 || status == 501;
            } catch (RequestRefusedException e) {
                return false;
            }
        };
    }

    /** Returns whether a call counts as its subject's. */
    public boolean needsRight(String call) {
        return route(call).right() != Right.NONE;
    }

    /** Returns the body that a call has, empty if it has none. */
    static String body(String call) {
        return BODIES.getOrDefault(call, "");
    }

    private Route route(String call) {
        return routes.stream()
                .filter(listed -> text(listed).equals(call))
                .findFirst()
                .orElseThrow();
    }

    private int status(Route route, String text, ClientAccess access, Map<String, String> shown) {
        EmbeddedChannel channel = new EmbeddedChannel();
        Map<String, String> headers = new HashMap<>(shown);
        headers.put("host", "localhost:7071");
        headers.put("content-type", "application/json");
        Call call = new Call(
                new Router.Match(route, PARTS),
                new QueryParameters(QUERIES.getOrDefault(text, Map.of())),
                headers,
                body(text).getBytes(UTF_8),
                Optional::empty,
                access,
                new CompletableFuture<>(),
                channel.eventLoop());
        try {
            HttpAnswer answer =
                    route.action().answer(call).toCompletableFuture().join();
            return answer.status();
        } catch (CompletionException e) {
            if (e.getCause() instanceof ProblemException problem) {
                return problem.problem().code().status();
            }
            throw e;
        } catch (ProblemException e) {
            return e.problem().code().status();
        }
    }
}
