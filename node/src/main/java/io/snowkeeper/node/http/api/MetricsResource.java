package io.snowkeeper.node.http.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.snowkeeper.node.http.routing.Call;
import io.snowkeeper.node.http.routing.HttpAnswer;
import io.snowkeeper.node.http.routing.Route;
import io.snowkeeper.node.rights.Right;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** The endpoint for Prometheus. */
final class MetricsResource {

    private static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private final Supplier<CompletionStage<String>> metrics;

    MetricsResource(Supplier<CompletionStage<String>> metrics) {
        this.metrics = metrics;
    }

    List<Route> routes() {
        return List.of(new Route("GET", "/metrics", Right.NONE, this::show));
    }

    private CompletionStage<HttpAnswer> show(Call call) {
        return metrics.get().thenApply(text -> new HttpAnswer(200, CONTENT_TYPE, text.getBytes(UTF_8), Map.of()));
    }
}
