package io.snowkeeper.node.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpObjectAggregator;

/**
 * Puts requests together. One with too large a body becomes a {@link Problem}, which takes its turn among the connection's
 * answers.
 */
final class BodyCollector extends HttpObjectAggregator {

    private static final Problem TOO_LARGE = Problem.of(
            ProblemCode.BODY_TOO_LARGE,
            "body must have at most %d bytes; the connection is closed".formatted(HttpLimits.MAX_BODY));

    BodyCollector() {
        super(HttpLimits.MAX_BODY);
    }

    @Override
    protected void handleOversizedMessage(ChannelHandlerContext ctx, HttpMessage oversized) {
        ctx.fireChannelRead(TOO_LARGE);
    }

    @Override
    protected Object newContinueResponse(HttpMessage start, int maxContentLength, ChannelPipeline pipeline) {
        Object answer = super.newContinueResponse(start, maxContentLength, pipeline);
        if (!(answer instanceof FullHttpResponse response) || response.status().code() < 400) {
            return answer;
        }
        Problem problem = response.status().code() == ProblemCode.EXPECTATION_FAILED.status()
                ? Problem.of(
                        ProblemCode.EXPECTATION_FAILED,
                        "only 100-continue is known: expect=" + start.headers().get(HttpHeaderNames.EXPECT))
                : TOO_LARGE;
        return ResponseWriter.response(problem.answer(), start.protocolVersion(), false);
    }

    @Override
    protected boolean closeAfterContinueResponse(Object message) {
        return message instanceof FullHttpResponse response && response.status().code() >= 400;
    }
}
