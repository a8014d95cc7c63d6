package io.snowkeeper.node.redis;

import io.netty.handler.codec.redis.RedisMessage;
import io.snowkeeper.node.redis.codec.Messages;
import io.snowkeeper.node.service.message.Answer;
import io.snowkeeper.node.service.message.Reply;
import io.snowkeeper.node.service.message.Request;

/** The command {@code INFO}: the fields that clients look for, and the node's status. */
final class InfoCommand {

    private InfoCommand() {}

    static RedisMessage answer(RespSession session) {
        Reply reply = session.responder().begin(new Request.Status());
        Answer.Status status = (Answer.Status) reply;
        String text = """
                # Server
                redis_version:%s
                redis_mode:standalone
                server_name:snowkeeper
                node:%s
                phase:%s
                worker_id:%s
                fleet:%s

                # Persistence
                loading:%s

                # Replication
                role:master
                connected_slaves:0
                """.formatted(
                        ConnectionCommands.REDIS_VERSION,
                        status.node().name(),
                        status.node().phase(),
                        status.workerId().isPresent() ? status.workerId().getAsLong() : "none",
                        status.node().fleetId().orElse("none"),
                        status.unready().isPresent() ? 1 : 0);
        return Messages.text(text.replace("\n", "\r\n"));
    }
}
