package io.snowkeeper.node.http;

import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import java.util.Set;

/**
 * The facts of a request that are needed when it is answered.
 *
 * @param method in capital letters, {@value #UNKNOWN} if it is an unusual one
 * @param keepAlive whether the connection goes on after the answer
 * @param startedAt when it was begun to be answered, by {@link System#nanoTime}
 */
record Asked(String method, HttpVersion version, boolean keepAlive, long startedAt) {

    static final String UNKNOWN = "UNKNOWN";

    private static final Set<HttpMethod> USUAL_METHODS = Set.of(
            HttpMethod.GET,
            HttpMethod.HEAD,
            HttpMethod.POST,
            HttpMethod.PUT,
            HttpMethod.PATCH,
            HttpMethod.DELETE,
            HttpMethod.OPTIONS);

    static Asked of(FullHttpRequest request) {
        String method =
                USUAL_METHODS.contains(request.method()) ? request.method().name() : UNKNOWN;
        boolean goesOn = HttpUtil.isKeepAlive(request)
                && request.decoderResult().isSuccess()
                && RequestReader.isSpoken(request.protocolVersion());
        return new Asked(method, request.protocolVersion(), goesOn, System.nanoTime());
    }

    /** For an answer that comes without a request. */
    static Asked nothing() {
        return new Asked(UNKNOWN, HttpVersion.HTTP_1_1, false, System.nanoTime());
    }
}
