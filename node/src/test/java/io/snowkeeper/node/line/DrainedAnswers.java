package io.snowkeeper.node.line;

import io.netty.buffer.ByteBuf;

/** Has an exchange answer all the lines that it was given, however long that takes. */
final class DrainedAnswers {

    private DrainedAnswers() {}

    static void write(LineExchange exchange, ByteBuf out) {
        LineExchange.Step step = exchange.answerNext(out);
        while (step == LineExchange.Step.ANSWERED || step == LineExchange.Step.PENDING) {
            exchange.await();
            step = exchange.answerNext(out);
        }
    }
}
