package io.snowkeeper.node.http.api;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.node.http.routing.HttpAnswer;
import io.snowkeeper.node.http.routing.Json;
import io.snowkeeper.node.http.routing.Route;
import io.snowkeeper.node.rights.Right;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;

/** The API's description, for programs and their authors. */
final class OpenApiResource {

    private static final String FILE = "openapi.json";

    private final HttpAnswer description = HttpAnswer.fixed(Json.CONTENT_TYPE, read(), Map.of());

    List<Route> routes() {
        return List.of(Route.now("GET", "/" + FILE, Right.NONE, call -> description));
    }

    private static byte[] read() {
        try (InputStream in = requireNonNull(OpenApiResource.class.getResourceAsStream(FILE), FILE)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
