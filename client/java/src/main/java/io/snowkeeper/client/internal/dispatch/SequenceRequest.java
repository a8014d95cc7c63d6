package io.snowkeeper.client.internal.dispatch;

import io.snowkeeper.client.internal.wire.RequestLine;
import java.util.function.UnaryOperator;

/**
 * A request about a sequence.
 *
 * @param sequence its name, empty if it is about all of them
 * @param type the kind of request
 * @param repeatable whether doing it twice is as good as doing it once
 * @param numbers how many numbers the answer may have
 * @param body adds the other fields
 */
public record SequenceRequest(
        String sequence, String type, boolean repeatable, int numbers, UnaryOperator<RequestLine> body) {

    String line(String src, long msgId) {
        return body.apply(new RequestLine(src, msgId, type)).end();
    }
}
