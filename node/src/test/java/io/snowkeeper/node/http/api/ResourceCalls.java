package io.snowkeeper.node.http.api;

import io.netty.channel.DefaultEventLoop;
import io.snowkeeper.node.access.ClientAccess;
import io.snowkeeper.node.http.routing.Call;
import io.snowkeeper.node.http.routing.HttpAnswer;
import io.snowkeeper.node.http.routing.QueryParameters;
import io.snowkeeper.node.http.routing.Route;
import io.snowkeeper.node.http.routing.Router;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;

/** Calls of a resource's routes, without a connection. */
final class ResourceCalls {

    private ResourceCalls() {}

    /** Returns a client's answer. */
    static HttpAnswer get(List<Route> routes, String path, ClientAccess access) {
        ScheduledExecutorService loop = new DefaultEventLoop();
        try {
            Router.Match match = new Router(routes).route("GET", path);
            Call call = new Call(
                    match,
                    new QueryParameters(Map.of()),
                    Map.of(),
                    new byte[0],
                    Optional::empty,
                    access,
                    new CompletableFuture<>(),
                    loop);
            return match.route().action().answer(call).toCompletableFuture().join();
        } finally {
            loop.shutdownNow();
        }
    }
}
