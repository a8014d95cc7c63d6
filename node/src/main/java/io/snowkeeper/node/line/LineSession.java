package io.snowkeeper.node.line;

import io.netty.buffer.ByteBuf;
import io.snowkeeper.node.service.Answer;
import io.snowkeeper.node.service.ErrorCode;
import io.snowkeeper.node.service.Request;
import io.snowkeeper.node.service.RequestRefusedException;
import io.snowkeeper.node.service.Responder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One client's exchange: from the bytes of a line to the bytes of its answer. Every line gets exactly one. Not
 * thread-safe.
 */
final class LineSession {

    private static final Logger log = LoggerFactory.getLogger(LineSession.class);

    private static final Answer.Refusal LINE_TOO_LONG = new Answer.Refusal(
            ErrorCode.MALFORMED_REQUEST,
            "line must have at most %d bytes, %s at most %d; the connection is closed"
                    .formatted(LineLimits.MAX_LINE, RequestDecoder.VERIFY_IDS, LineLimits.MAX_LONG_LINE));

    private static final Answer.Refusal DEFECT = new Answer.Refusal(
            ErrorCode.CRASH, "the node failed to answer, which is a defect of it; its log tells more");

    private final Responder responder;
    private final RequestDecoder decoder;
    private @Nullable String name;
    private long answers;

    /** @param name the name that answers carry until an init gives another one, null if there is none */
    LineSession(Responder responder, RequestDecoder decoder, @Nullable String name) {
        this.responder = responder;
        this.decoder = decoder;
        this.name = name;
    }

    /**
     * Answers a line.
     *
     * @param line at most {@link LineLimits#MAX_LONG_LINE} bytes, without its end
     * @param out where the answer is appended
     * @return whether the exchange goes on; if not, no further line may be answered
     */
    boolean answer(ByteBuf line, ByteBuf out) {
        Envelope envelope = Envelope.UNREADABLE;
        Answer answer;
        try {
            envelope = LineReader.read(line);
            answer = isTooLong(line, envelope) ? LINE_TOO_LONG : answerTo(decoder.decode(envelope));
        } catch (RequestRefusedException e) {
            answer = isTooLong(line, envelope) ? LINE_TOO_LONG : e.answer();
        } catch (RuntimeException e) {
            log.error("A request could not be answered; this is a defect", e);
            answer = DEFECT;
        }
        AnswerWriter.write(out, name, envelope.src(), answer, envelope.msgId(), answers++);
        return answer != LINE_TOO_LONG;
    }

    /** Answers a line that was not read to its end, for its length. Nothing may be answered after it. */
    void refuseLongLine(ByteBuf out) {
        refuse(out, LINE_TOO_LONG);
    }

    /** Answers something other than a line. */
    void refuse(ByteBuf out, Answer.Refusal refusal) {
        AnswerWriter.write(out, name, null, refusal, null, answers++);
    }

    /** Returns how many answers were made. */
    long answers() {
        return answers;
    }

    private Answer answerTo(Request request) {
        Answer answer = responder.answer(request);
        if (request instanceof Request.Init init) {
            name = init.nodeId();
        }
        return answer;
    }

    private static boolean isTooLong(ByteBuf line, Envelope envelope) {
        return line.readableBytes() > LineLimits.MAX_LINE && !envelope.isOfType(RequestDecoder.VERIFY_IDS);
    }
}
