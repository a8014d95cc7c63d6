package io.snowkeeper.node.stream;

import io.netty.buffer.ByteBuf;
import io.snowkeeper.core.ErrorCode;
import io.snowkeeper.node.service.message.Answer;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A protocol that a client speaks to the wrong port, recognized by its first bytes. Such a connection is closed,
 * whatever follows: any page in a browser can make it send an HTTP request here, whose body may be a valid request.
 */
public enum ForeignProtocol {
    HTTP("HTTP; the node answers that on its HTTP port"),
    TLS("TLS"),
    LINE("the line protocol; the node answers that on the port of --port"),
    RESP("Redis' protocol; a node answers that on the port of --redis-port");

    /** All versions that name themselves, HTTP/2's beginning included, with any byte in the target. */
    private static final Pattern HTTP_REQUEST =
            Pattern.compile("[^\\s{\"]+ +\\S.* HTTP/\\d[.\\d]*\\s*", Pattern.DOTALL);

    /** The first line of a command as an array. */
    private static final Pattern RESP_ARRAY = Pattern.compile("\\*\\d{1,10}");

    /** A record of a handshake, of a version 3.x. */
    private static final int TLS_HANDSHAKE = 0x1603;

    private final String what;

    ForeignProtocol(String what) {
        this.what = what;
    }

    /**
     * Recognises a protocol.
     *
     * @param line a connection's first line without its end, null if it is not there as a whole
     * @param firstTwo the bytes that come first, the first one as the higher one; looked at if there is no line
     * @return null if it is none of these, or not recognizable yet
     */
    public static @Nullable ForeignProtocol of(@Nullable ByteBuf line, int firstTwo) {
        if (line == null) {
            // A handshake need not have a line feed, and its client waits for our part of it.
            return firstTwo == TLS_HANDSHAKE ? TLS : null;
        }
        if (line.readableBytes() < Short.BYTES) {
            return null;
        }
        if (line.getUnsignedShort(line.readerIndex()) == TLS_HANDSHAKE) {
            return TLS;
        }
        return switch (line.getByte(line.readerIndex())) {
            case '{' -> LINE;
            case '*' -> matches(RESP_ARRAY, line) ? RESP : null;
            default -> matches(HTTP_REQUEST, line) ? HTTP : null;
        };
    }

    private static boolean matches(Pattern pattern, ByteBuf line) {
        return pattern.matcher(line.toString(StandardCharsets.ISO_8859_1)).matches();
    }

    /**
     * Returns the error for a client that speaks it.
     *
     * @param spoken the port's own protocol
     */
    public Answer.Refusal refusal(String spoken) {
        return new Answer.Refusal(
                ErrorCode.MALFORMED_REQUEST,
                "this port speaks %s, and not %s; the connection is closed".formatted(spoken, what));
    }
}
