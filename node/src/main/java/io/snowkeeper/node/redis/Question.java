package io.snowkeeper.node.redis;

import io.netty.handler.codec.redis.RedisMessage;
import io.snowkeeper.node.redis.codec.Messages;
import io.snowkeeper.node.service.message.Answer;
import io.snowkeeper.node.service.message.Request;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A command's request to the node's service.
 *
 * @param shown makes the message of a successful answer
 * @param ofUnknown the message if the sequence does not exist; null for the refusal's
 */
record Question(
        Request request,
        Function<Answer, RedisMessage> shown,
        @Nullable RedisMessage ofUnknown) {

    /** Makes a question that no unknown name answers. */
    Question(Request request, Function<Answer, RedisMessage> shown) {
        this(request, shown, null);
    }

    /** Makes a question whose answer is the fields. */
    static Question ofFields(Request request) {
        return new Question(request, AnswerMessages::fields);
    }

    /** Makes a question whose answer only confirms success. */
    static Question ofDone(Request request) {
        return new Question(request, answer -> Messages.ok());
    }
}
