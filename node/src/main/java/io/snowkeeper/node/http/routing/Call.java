package io.snowkeeper.node.http.routing;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.node.access.ClientAccess;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;

/**
 * A request, read and routed.
 *
 * @param match the matching route
 * @param headers by their names in lower case
 * @param body not copied
 * @param subject the client, as far as the port knows
 * @param access the client's rights
 * @param gone completes when the client has gone, on the thread that serves the connection
 * @param loop the thread that serves the connection: it must not be blocked
 */
@SuppressWarnings("ArrayRecordComponent") // Handed over, never compared.
public record Call(
        Router.Match match,
        QueryParameters query,
        Map<String, String> headers,
        byte[] body,
        Supplier<Optional<String>> subject,
        ClientAccess access,
        CompletionStage<Void> gone,
        ScheduledExecutorService loop) {

    /** Returns a variable part of the path. */
    public String part(String name) {
        return requireNonNull(match.parts().get(name), name);
    }

    Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name));
    }

    /** Returns the best of some media types by the header {@code Accept}: the first one if it does not say. */
    public String accepted(String... mediaTypes) {
        return AcceptHeader.parse(header("accept").orElse("*/*")).best(mediaTypes);
    }
}
