package io.snowkeeper.node.line;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells when connections cannot be accepted, as when the process has no file left to open. Accepting goes on. */
final class AcceptFailures extends ChannelInboundHandlerAdapter {

    private static final Logger log = LoggerFactory.getLogger(AcceptFailures.class);

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        log.warn("A connection could not be accepted: {}", cause.getMessage());
    }
}
