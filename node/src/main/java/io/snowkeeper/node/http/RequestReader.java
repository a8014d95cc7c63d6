package io.snowkeeper.node.http;

import io.netty.buffer.ByteBufUtil;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.snowkeeper.node.access.ClientAccess;
import io.snowkeeper.node.http.routing.Call;
import io.snowkeeper.node.http.routing.HostRule;
import io.snowkeeper.node.http.routing.Problem;
import io.snowkeeper.node.http.routing.ProblemCode;
import io.snowkeeper.node.http.routing.ProblemException;
import io.snowkeeper.node.http.routing.QueryParameters;
import io.snowkeeper.node.http.routing.Router;
import io.snowkeeper.node.service.message.FieldValue;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;

/** A reader of requests from the wire as calls of routes. */
final class RequestReader {

    private static final Set<HttpVersion> VERSIONS = Set.of(HttpVersion.HTTP_1_1, HttpVersion.HTTP_1_0);

    private final Router router;
    private final HostRule hostRule;

    RequestReader(Router router, HostRule hostRule) {
        this.router = router;
        this.hostRule = hostRule;
    }

    /** @throws ProblemException if it is no request, or none that is known */
    Call read(
            FullHttpRequest request,
            Supplier<Optional<String>> subject,
            ClientAccess access,
            CompletionStage<Void> gone,
            ScheduledExecutorService loop) {
        if (request.decoderResult().isFailure()) {
            throw new ProblemException(undecoded(request.decoderResult().cause()));
        }
        if (!isSpoken(request.protocolVersion())) {
            throw new ProblemException(Problem.of(
                    ProblemCode.HTTP_VERSION_NOT_SUPPORTED,
                    "version must be HTTP/1.0 or HTTP/1.1: version=%s; the connection is closed"
                            .formatted(
                                    FieldValue.shown(request.protocolVersion().text()))));
        }
        hostRule.check(request);
        QueryStringDecoder uri = new QueryStringDecoder(request.uri());
        String path;
        Map<String, List<String>> parameters;
        try {
            path = uri.path();
            parameters = uri.parameters();
        } catch (IllegalArgumentException e) {
            throw ProblemException.malformed("path and parameters must be percent-encoded UTF-8: " + e.getMessage());
        }
        return new Call(
                router.route(request.method().name(), path),
                new QueryParameters(parameters),
                headers(request.headers()),
                ByteBufUtil.getBytes(request.content()),
                subject,
                access,
                gone,
                loop);
    }

    /** Returns whether requests of a version are answered. After one that is not, it is not known where the next one begins. */
    static boolean isSpoken(HttpVersion version) {
        return VERSIONS.contains(version);
    }

    private static Map<String, String> headers(HttpHeaders given) {
        // A header that comes more than once is a list, by RFC 9110.
        Map<String, StringJoiner> lists = new HashMap<>();
        given.forEach(header -> lists.computeIfAbsent(
                        header.getKey().toLowerCase(Locale.ROOT), name -> new StringJoiner(", "))
                .add(header.getValue()));
        Map<String, String> headers = new HashMap<>();
        lists.forEach((name, list) -> headers.put(name, list.toString()));
        return headers;
    }

    private static Problem undecoded(Throwable cause) {
        if (cause instanceof TooLongHttpLineException) {
            return Problem.of(
                    ProblemCode.URI_TOO_LONG,
                    "the request's first line must have at most %s bytes; the connection is closed"
                            .formatted(HttpLimits.MAX_REQUEST_LINE));
        }
        if (cause instanceof TooLongHttpHeaderException) {
            return Problem.of(
                    ProblemCode.HEADERS_TOO_LARGE,
                    "the request's headers must have at most %s bytes together; the connection is closed"
                            .formatted(HttpLimits.MAX_HEADERS));
        }
        if (cause instanceof TooManyHeadersException) {
            return Problem.of(
                    ProblemCode.HEADERS_TOO_LARGE,
                    "a request must have at most %s headers; the connection is closed"
                            .formatted(HttpLimits.MAX_HEADER_COUNT));
        }
        return Problem.malformed("this is not a request of HTTP/1.1; the connection is closed");
    }
}
