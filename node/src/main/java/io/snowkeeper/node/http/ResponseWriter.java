package io.snowkeeper.node.http;

import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.snowkeeper.node.http.routing.HttpAnswer;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** A writer of responses: the headers that all of them have are written here. */
final class ResponseWriter {

    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);
    private static final String CONTENT_TYPE_OPTIONS = "x-content-type-options";
    private static final String NOSNIFF = "nosniff";

    private ResponseWriter() {}

    /** @param keepAlive whether the connection goes on */
    static FullHttpResponse response(HttpAnswer answer, HttpVersion requestVersion, boolean keepAlive) {
        FullHttpResponse response = new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1,
                HttpResponseStatus.valueOf(answer.status()),
                answer.body().duplicate());
        HttpHeaders headers = response.headers();
        headers.set(HttpHeaderNames.DATE, DATE.format(Instant.now()));
        headers.set(HttpHeaderNames.CACHE_CONTROL, HttpHeaderValues.NO_STORE);
        headers.set(CONTENT_TYPE_OPTIONS, NOSNIFF);
        if (answer.status() != HttpResponseStatus.NO_CONTENT.code()) {
            headers.set(HttpHeaderNames.CONTENT_TYPE, answer.contentType());
            headers.setInt(HttpHeaderNames.CONTENT_LENGTH, answer.body().readableBytes());
        }
        answer.headers().forEach(headers::set);
        HttpUtil.setKeepAlive(headers, requestVersion, keepAlive);
        return response;
    }
}
