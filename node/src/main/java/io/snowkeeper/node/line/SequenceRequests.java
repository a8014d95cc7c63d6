package io.snowkeeper.node.line;

import io.snowkeeper.coordinator.sequence.NextRequest;
import io.snowkeeper.coordinator.sequence.SequenceDefinition;
import io.snowkeeper.coordinator.sequence.SequencePage;
import io.snowkeeper.coordinator.sequence.SequenceSettings;
import io.snowkeeper.core.ErrorCode;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceException;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import io.snowkeeper.node.security.AdminToken;
import io.snowkeeper.node.security.Peer;
import io.snowkeeper.node.service.Request;
import io.snowkeeper.node.service.RequestRefusedException;
import io.snowkeeper.node.service.SequenceRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Makes requests about sequences of the bodies that ask for them. */
final class SequenceRequests {

    private static final String SEQUENCE = "sequence";
    private static final int MAX_NAME = 128;
    private static final int MAX_KEY = 256;
    private static final int MAX_RESERVATION = 80;

    private SequenceRequests() {}

    /**
     * Adds the types of requests by their names.
     *
     * @param token what those that change what a sequence is have to carry, if anything
     * @param peer where they come from
     */
    static void addTo(Map<String, Function<RequestBody, Request>> types, Optional<AdminToken> token, Peer peer) {
        Consumer<RequestBody> rule = adminRule(token, peer);
        types.put("sequence_create", forAdmins(rule, checked(SequenceRequests::create)));
        types.put("sequence_next", checked(SequenceRequests::next));
        types.put("sequence_confirm", checked(body -> new SequenceRequest.Confirm(name(body), reservation(body))));
        types.put("sequence_cancel", checked(body -> new SequenceRequest.Cancel(name(body), reservation(body))));
        types.put("sequence_describe", checked(body -> new SequenceRequest.Describe(name(body))));
        types.put("sequence_list", checked(SequenceRequests::list));
        types.put(
                "sequence_append",
                forAdmins(rule, checked(body -> new SequenceRequest.Append(name(body), range(body)))));
        types.put(
                "sequence_configure",
                forAdmins(rule, checked(body -> new SequenceRequest.Configure(name(body), options(body)))));
        types.put(
                "sequence_delete",
                forAdmins(rule, checked(body -> new SequenceRequest.Delete(name(body), nextNumber(body)))));
    }

    private static Function<RequestBody, Request> checked(Function<RequestBody, SequenceRequest> reader) {
        return body -> {
            try {
                return reader.apply(body);
            } catch (SequenceException e) {
                throw new RequestRefusedException(ErrorCode.MALFORMED_REQUEST, String.valueOf(e.getMessage()));
            }
        };
    }

    private static Function<RequestBody, Request> forAdmins(
            Consumer<RequestBody> rule, Function<RequestBody, Request> reader) {
        return body -> {
            rule.accept(body);
            return reader.apply(body);
        };
    }

    /** Returns what refuses those who may not change what a sequence is. */
    private static Consumer<RequestBody> adminRule(Optional<AdminToken> token, Peer peer) {
        if (token.isPresent()) {
            return body -> requireToken(body, token.get());
        }
        return peer == Peer.THIS_MACHINE ? body -> {} : SequenceRequests::refuseFromElsewhere;
    }

    private static void refuseFromElsewhere(RequestBody body) {
        throw new RequestRefusedException(
                ErrorCode.PRECONDITION_FAILED,
                "without --admin-token-file, this request is for clients on the node's own machine: send it from there,"
                        + " or give the node a token: type=" + body.value("type"));
    }

    private static void requireToken(RequestBody body, AdminToken token) {
        JsonValue given = body.value("token");
        if (given == null || given.isNull()) {
            throw new RequestRefusedException(
                    ErrorCode.PRECONDITION_FAILED, "this request needs the node's token: token is missing");
        }
        if (!given.isString() || !token.matches(given.text())) {
            throw new RequestRefusedException(ErrorCode.PRECONDITION_FAILED, "token must be the node's, and is not");
        }
    }

    private static SequenceRequest create(RequestBody body) {
        return new SequenceRequest.Create(new SequenceDefinition(
                name(body), mode(body), List.of(range(body)), options(body).apply(SequenceOptions.DEFAULT)));
    }

    private static SequenceRequest list(RequestBody body) {
        Optional<String> after = body.has("after")
                ? Optional.of(body.text("after", SequenceRequest.ListPage.MAX_AFTER))
                : Optional.empty();
        int limit = body.has("limit") ? body.integer("limit", 1, SequencePage.MAX_LIMIT) : SequencePage.MAX_LIMIT;
        return new SequenceRequest.ListPage(after, limit);
    }

    private static SequenceRequest next(RequestBody body) {
        int count = body.has("count") ? body.integer("count", 1, SequenceSettings.DEFAULT_MAX_COUNT) : 1;
        Optional<String> key = body.has("key") ? Optional.of(body.text("key", MAX_KEY)) : Optional.empty();
        return new SequenceRequest.Next(new NextRequest(name(body), count, key, Optional.empty()), body.format());
    }

    private static String name(RequestBody body) {
        return body.text(SEQUENCE, MAX_NAME);
    }

    private static String reservation(RequestBody body) {
        return body.text("reservation", MAX_RESERVATION);
    }

    private static NumberRange range(RequestBody body) {
        return new NumberRange(body.number("from"), body.number("to"));
    }

    /** Returns the next number as it is told: null, or the word that errors and the command use, if there is none. */
    private static OptionalLong nextNumber(RequestBody body) {
        return body.isText("next", SequenceRequest.Delete.NO_NEXT) ? OptionalLong.empty() : body.optionalNumber("next");
    }

    private static SequenceMode mode(RequestBody body) {
        String text = body.has("mode") ? body.text("mode", MAX_NAME) : "";
        return SequenceMode.of(text)
                .orElseThrow(() -> new RequestRefusedException(
                        ErrorCode.MALFORMED_REQUEST,
                        "mode must be block, ordered or gapless: "
                                + (text.isEmpty() ? "mode is missing" : "mode=" + text)));
    }

    /** Reads the options that are given, and returns what they make of others. */
    private static UnaryOperator<SequenceOptions> options(RequestBody body) {
        OptionalLong minBlock = body.optionalNumber("min_block");
        OptionalLong maxBlock = body.optionalNumber("max_block");
        OptionalLong reservation = body.optionalNumber("reservation_ms");
        OptionalLong retention = body.optionalNumber("key_retention_ms");
        OptionalLong maxKeys = body.optionalNumber("max_keys");
        OptionalLong maxPending = body.optionalNumber("max_pending");
        return present -> new SequenceOptions(
                minBlock.orElse(present.minBlock()),
                maxBlock.orElse(present.maxBlock()),
                Duration.ofMillis(reservation.orElse(present.reservationTime().toMillis())),
                Duration.ofMillis(retention.orElse(present.keyRetention().toMillis())),
                entries(maxKeys.orElse(present.maxKeys())),
                entries(maxPending.orElse(present.maxPending())));
    }

    /** Far too many are as many as fit, and are refused as such. */
    private static int entries(long given) {
        return Math.toIntExact(Math.min(Integer.MAX_VALUE, given));
    }
}
