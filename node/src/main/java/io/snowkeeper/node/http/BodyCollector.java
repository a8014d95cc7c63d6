package io.snowkeeper.node.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.snowkeeper.node.http.routing.Problem;
import io.snowkeeper.node.http.routing.ProblemCode;
import io.snowkeeper.node.service.message.FieldValue;
import org.jspecify.annotations.Nullable;

/**
 * A handler that puts requests together from their parts. One with too large a body, or with an unknown expectation,
 * becomes a {@link Problem}, which takes its turn among the connection's answers.
 */
final class BodyCollector extends HttpObjectAggregator {

    private static final Problem TOO_LARGE = Problem.of(
            ProblemCode.BODY_TOO_LARGE,
            "body must have at most %s bytes; the connection is closed".formatted(HttpLimits.MAX_BODY));

    /** A body in more parts is copied into one: each part, be it of one byte, keeps all that was read with it. */
    private static final int MAX_PARTS = 64;

    /** Why the present request is refused, regardless of its body; null if it is not. */
    private @Nullable Problem refusal;

    BodyCollector() {
        super(HttpLimits.MAX_BODY);
        setMaxCumulationBufferComponents(MAX_PARTS);
    }

    /** The collector's own answer would be sent at once, before those of earlier requests. */
    @Override
    protected @Nullable Object newContinueResponse(HttpMessage start, int maxContentLength, ChannelPipeline pipeline) {
        String expected = start.headers().get(HttpHeaderNames.EXPECT);
        Object answer = super.newContinueResponse(start, maxContentLength, pipeline);
        int status =
                answer instanceof FullHttpResponse response ? response.status().code() : 0;
        refusal = status == ProblemCode.EXPECTATION_FAILED.status() ? unknown(String.valueOf(expected)) : null;
        return status < 400 ? answer : null;
    }

    @Override
    protected boolean isContentLengthInvalid(HttpMessage start, int maxContentLength) {
        return refusal != null || super.isContentLengthInvalid(start, maxContentLength);
    }

    @Override
    protected void handleOversizedMessage(ChannelHandlerContext ctx, HttpMessage oversized) {
        ctx.fireChannelRead(refusal == null ? TOO_LARGE : refusal);
    }

    private static Problem unknown(String expected) {
        return Problem.of(
                ProblemCode.EXPECTATION_FAILED, "only 100-continue is known: expect=" + FieldValue.shown(expected));
    }
}
