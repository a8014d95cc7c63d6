package io.snowkeeper.node.http;

import io.netty.buffer.ByteBufUtil;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import java.net.SocketAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;

/** Reads what came over the wire as a call of a route. */
final class RequestReader {

    private final Router router;

    RequestReader(Router router) {
        this.router = router;
    }

    /** A call and the route that answers it. */
    record Routed(Route route, Call call) {}

    /** @throws ProblemException if it is no request, or none that is known */
    Routed read(
            FullHttpRequest request,
            @Nullable SocketAddress peer,
            CompletionStage<Void> gone,
            ScheduledExecutorService loop) {
        if (request.decoderResult().isFailure()) {
            throw new ProblemException(undecoded(request.decoderResult().cause()));
        }
        QueryStringDecoder uri = new QueryStringDecoder(request.uri());
        String path;
        Map<String, List<String>> parameters;
        try {
            path = uri.path();
            parameters = uri.parameters();
        } catch (IllegalArgumentException e) {
            throw ProblemException.malformed("path and parameters must be percent-encoded UTF-8: " + e.getMessage());
        }
        Router.Match match = router.route(request.method().name(), path);
        Call call = new Call(
                match.parts(),
                new QueryParameters(parameters),
                headers(request),
                ByteBufUtil.getBytes(request.content()),
                peer,
                gone,
                loop);
        return new Routed(match.route(), call);
    }

    private static Map<String, String> headers(FullHttpRequest request) {
        Map<String, String> headers = new HashMap<>();
        // A header that comes more than once is a list, by RFC 9110.
        request.headers()
                .forEach(header -> headers.merge(
                        header.getKey().toLowerCase(Locale.ROOT),
                        header.getValue(),
                        (before, more) -> before + ", " + more));
        return headers;
    }

    private static Problem undecoded(Throwable cause) {
        if (cause instanceof TooLongHttpLineException) {
            return Problem.of(
                    ProblemCode.URI_TOO_LONG,
                    "the request's first line must have at most %d bytes; the connection is closed"
                            .formatted(HttpLimits.MAX_REQUEST_LINE));
        }
        if (cause instanceof TooLongHttpHeaderException) {
            return Problem.of(
                    ProblemCode.HEADERS_TOO_LARGE,
                    "the request's headers must have at most %d bytes together; the connection is closed"
                            .formatted(HttpLimits.MAX_HEADERS));
        }
        return Problem.malformed("this is no request of HTTP/1.1; the connection is closed");
    }
}
