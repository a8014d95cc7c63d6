package io.snowkeeper.client.internal.connection;

import io.snowkeeper.client.internal.wire.Answer;
import io.snowkeeper.client.internal.wire.RequestLine;
import java.util.function.Consumer;

/** The first request over a connection, which shows the client's token for all that it asks there. */
final class TokenShowing extends OwnExchange {

    private final String token;
    private final Consumer<String> refused;

    /** @param refused gets why the server does not take the token */
    TokenShowing(String token, long timeoutNanos, Consumer<String> refused) {
        super(timeoutNanos);
        this.token = token;
        this.refused = refused;
    }

    @Override
    public String line(String src, long msgId) {
        return new RequestLine(src, msgId, "auth").with("token", token).end();
    }

    @Override
    public void answered(Answer answer) {
        if (!answer.isError()) {
            answer.requireType("auth_ok");
        } else {
            refused.accept("error %s: %s".formatted(answer.code(), answer.text("text")));
        }
    }
}
