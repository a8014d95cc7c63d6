package io.snowkeeper.node.audit;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * An event of the audit trail: a change, or an attempt at one.
 *
 * @param who the client
 * @param port over which port: {@code line}, {@code redis}, {@code http}
 * @param action the requested action: {@code sequence_append}, {@code drain}
 * @param sequence which sequence it was about, empty if about none
 * @param parameters the other parameters of the request: numbers, truth values, texts, and lists of them
 * @param detail the client's error, empty if it is done
 */
public record AuditEvent(
        Who who,
        String port,
        String action,
        Optional<String> sequence,
        Map<String, Object> parameters,
        Outcome outcome,
        Optional<String> detail) {

    public AuditEvent {
        requireNonNull(who);
        requireNonNull(port);
        requireNonNull(action);
        requireNonNull(sequence);
        parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
        requireNonNull(outcome);
        requireNonNull(detail);
    }

    /**
     * A client.
     *
     * @param subject the name of a policy's subject; {@code admin} for the admin token, {@code local} for a program of
     *     the node's machine where nothing else counts, {@code anonymous} for a client without credentials
     * @param shown its kind of credentials
     * @param client the name in its certificate, or its address; empty if neither is known
     */
    public record Who(String subject, Shown shown, Optional<String> client) {
        public Who {
            requireNonNull(subject);
            requireNonNull(shown);
            requireNonNull(client);
        }
    }

    /** The kinds of credentials. */
    public enum Shown {
        TOKEN,
        CERTIFICATE,
        ADDRESS,
        NOTHING
    }

    /** The outcome of the request. */
    public enum Outcome {
        /** It is done. */
        DONE,
        /** It is not done: the client may, but it does not fit. */
        REFUSED,
        /** It is not done: the client may not. */
        DENIED,
        /** It may be done: the client left before its answer. */
        UNKNOWN
    }
}
