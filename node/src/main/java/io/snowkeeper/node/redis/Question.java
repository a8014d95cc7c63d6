package io.snowkeeper.node.redis;

import io.netty.handler.codec.redis.RedisMessage;
import io.snowkeeper.node.redis.codec.Messages;
import io.snowkeeper.node.service.message.Answer;
import io.snowkeeper.node.service.message.Request;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a command asks the node's service.
 *
 * @param shown makes the answer's message, of an answer that is no refusal
 * @param ofUnknown the message where there is no sequence of the name; null for the refusal's
 */
record Question(
        Request request,
        Function<Answer, RedisMessage> shown,
        @Nullable RedisMessage ofUnknown) {

    /** Makes a question that no unknown name answers. */
    Question(Request request, Function<Answer, RedisMessage> shown) {
        this(request, shown, null);
    }

    /** Returns what is answered by its fields. */
    static Question ofFields(Request request) {
        return new Question(request, AnswerMessages::fields);
    }

    /** Returns what is answered by that it is done. */
    static Question ofDone(Request request) {
        return new Question(request, answer -> Messages.ok());
    }
}
