package io.snowkeeper.node.http.routing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.Map;

/**
 * An answer of the API.
 *
 * @param body immutable, and needs no release; only a {@link ByteBuf#duplicate} has a position of its own
 * @param headers those that differ between answers
 */
public record HttpAnswer(int status, String contentType, ByteBuf body, Map<String, String> headers) {

    static final String TEXT = "text/plain; charset=utf-8";

    /** Allocates buffers that live as long as their answers: that they are never released is no leak. */
    private static final ByteBufAllocator FOREVER = new UnpooledByteBufAllocator(true, true);

    public HttpAnswer {
        requireNonNull(contentType);
        requireNonNull(body);
        headers = Map.copyOf(headers);
    }

    /** @param body not copied */
    public HttpAnswer(int status, String contentType, byte[] body, Map<String, String> headers) {
        this(status, contentType, Unpooled.wrappedBuffer(body), headers);
    }

    /**
     * Makes an answer that is always the same. All clients share one copy of it, in the memory that it is sent from:
     * clients that do not take it cost nothing more.
     */
    public static HttpAnswer fixed(String contentType, byte[] body, Map<String, String> headers) {
        ByteBuf shared = FOREVER.directBuffer(body.length, body.length).writeBytes(body);
        return new HttpAnswer(200, contentType, Unpooled.unreleasableBuffer(shared.asReadOnly()), headers);
    }

    public static HttpAnswer json(int status, JsonNode body) {
        return new HttpAnswer(status, Json.CONTENT_TYPE, Json.bytes(body), Map.of());
    }

    public static HttpAnswer ok(JsonNode body) {
        return json(200, body);
    }

    public static HttpAnswer text(String body) {
        return new HttpAnswer(200, TEXT, body.getBytes(UTF_8), Map.of());
    }

    public static HttpAnswer noContent() {
        return new HttpAnswer(204, "", new byte[0], Map.of());
    }

    /** Returns an answer that may be sent more than once. */
    public HttpAnswer shared() {
        return new HttpAnswer(status, contentType, Unpooled.unreleasableBuffer(body.asReadOnly()), headers);
    }

    public HttpAnswer withHeader(String name, String value) {
        return new HttpAnswer(status, contentType, body, Map.of(name, value));
    }
}
