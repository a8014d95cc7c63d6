package io.snowkeeper.node.line;

import io.netty.buffer.ByteBuf;
import io.snowkeeper.core.ErrorCode;
import io.snowkeeper.node.line.codec.LineBuffer;
import io.snowkeeper.node.service.message.Answer;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A handler that tells by its first bytes who does not speak the line protocol at all. Such a connection is closed,
 * whatever follows: a browser can be made to send an HTTP request here by any page that it shows, and its body may be
 * lines that we would answer.
 */
enum ForeignProtocol {
    HTTP("HTTP; the node answers that on its HTTP port"),
    TLS("TLS");

    /** All versions that name themselves, HTTP/2's beginning included, with any byte in the target. */
    private static final Pattern HTTP_REQUEST =
            Pattern.compile("[^\\s{\"]+ +\\S.* HTTP/\\d[.\\d]*\\s*", Pattern.DOTALL);

    /** A record of a handshake, of a version 3.x. */
    private static final int TLS_HANDSHAKE = 0x1603;

    private final String what;

    ForeignProtocol(String what) {
        this.what = what;
    }

    /**
     * Recognises a protocol.
     *
     * @param line a connection's first line, null if it is not there as a whole
     * @param rest what else there is
     * @return null if it is none of these, or cannot be told yet
     */
    static @Nullable ForeignProtocol of(@Nullable ByteBuf line, LineBuffer rest) {
        if (line == null) {
            // A handshake need not have a line feed, and its client waits for our part of it.
            return rest.nextTwo() == TLS_HANDSHAKE ? TLS : null;
        }
        if (line.readableBytes() < Short.BYTES || line.getByte(line.readerIndex()) == '{') {
            return null;
        }
        if (line.getUnsignedShort(line.readerIndex()) == TLS_HANDSHAKE) {
            return TLS;
        }
        return HTTP_REQUEST.matcher(line.toString(StandardCharsets.ISO_8859_1)).matches() ? HTTP : null;
    }

    /** Returns what one who speaks it is told. */
    Answer.Refusal refusal() {
        return new Answer.Refusal(
                ErrorCode.MALFORMED_REQUEST,
                "this port speaks the line protocol, one JSON object a line, and not " + what
                        + "; the connection is closed");
    }
}
