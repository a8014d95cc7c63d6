package io.snowkeeper.client.internal.dispatch;

import io.snowkeeper.client.internal.connection.Endpoint;
import io.snowkeeper.client.internal.wire.Answer;
import io.snowkeeper.client.internal.wire.InvalidAnswerException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A call about a sequence. Its state is for the client's thread alone. */
public final class SequenceCall<T> extends AdmittedCall<T> {

    private final SequenceRequest request;
    private final Function<Answer, T> reader;

    private int attempts;
    private @Nullable Endpoint lastTried;
    private @Nullable String doubt;

    /** @param reader makes the result of the answer, or throws {@link InvalidAnswerException} */
    public SequenceCall(SequenceRequest request, long deadlineNanos, Function<Answer, T> reader) {
        super(deadlineNanos);
        this.request = request;
        this.reader = reader;
    }

    SequenceRequest request() {
        return request;
    }

    @Override
    String type() {
        return request.type();
    }

    /** Counts an attempt. */
    void attempt(Endpoint server) {
        lastTried = server;
        doubt = "no answer yet from " + server.server();
        attempts++;
    }

    /** Takes note that the server that was tried last has begun nothing. One before it has not either: the call would have failed. */
    void refusedUnbegun() {
        doubt = null;
    }

    int attempts() {
        return attempts;
    }

    /** Returns the endpoint that was tried last, null if there is none. */
    @Nullable
    Endpoint lastTried() {
        return lastTried;
    }

    /** Returns why it may have had an unknown effect; null if that cannot be, or does not matter. */
    @Nullable
    String doubt() {
        return request.repeatable() ? null : doubt;
    }

    void complete(Answer answer) {
        answer.requireType(request.type() + "_ok");
        complete(reader.apply(answer));
    }
}
