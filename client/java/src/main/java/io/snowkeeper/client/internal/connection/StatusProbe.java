package io.snowkeeper.client.internal.connection;

import io.snowkeeper.client.internal.wire.Answer;
import io.snowkeeper.client.internal.wire.RequestLine;
import io.snowkeeper.core.UnavailableReason;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** A status request, sent before a connection is given anything to do, to know that the server is one and serves. */
final class StatusProbe extends OwnExchange {

    private final Outcome done;

    /** The receiver of the outcome. */
    @FunctionalInterface
    interface Outcome {

        /**
         * Receives the server's own report.
         *
         * @param problem the obstacle to serving, null if there is none
         * @param reason the reason that it reports
         * @param maxAgeMillis its limit of the connection's age, give or take a tenth; empty if it has none
         */
        void probed(@Nullable String problem, Optional<UnavailableReason> reason, OptionalLong maxAgeMillis);
    }

    StatusProbe(long timeoutNanos, Outcome done) {
        super(timeoutNanos);
        this.done = done;
    }

    @Override
    public String line(String src, long msgId) {
        return new RequestLine(src, msgId, "status").end();
    }

    @Override
    public void answered(Answer answer) {
        if (answer.isError()) {
            done.probed(
                    "error %s: %s".formatted(answer.code(), answer.text("text")),
                    answer.reason(),
                    OptionalLong.empty());
            return;
        }
        answer.requireType("status_ok");
        if (answer.flag("draining")) {
            done.probed("it is draining", Optional.of(UnavailableReason.DRAINING), OptionalLong.empty());
        } else {
            done.probed(null, Optional.empty(), answer.numberIfGiven("max_connection_age_ms"));
        }
    }
}
