package io.snowkeeper.node.http.routing;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snowkeeper.core.ErrorCode;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.core.text.PrintableText;
import io.snowkeeper.node.service.message.Answer;
import java.util.Map;
import java.util.Optional;

/**
 * A problem that made a request fail, in the form of RFC 9457. The only place that knows how.
 *
 * @param reason why it may be had later, if that is so; its word is the problem's type
 * @param detail the rule, the name and the value, for the client to read
 * @param headers the answer's additional headers
 * @param begun false if the request was refused before anything was begun for it: it can be sent again, elsewhere
 */
public record Problem(
        ProblemCode code,
        Optional<UnavailableReason> reason,
        String detail,
        Map<String, String> headers,
        boolean begun) {

    static final String CONTENT_TYPE = "application/problem+json";

    /** How long a client should wait before it tries again. */
    private static final String RETRY_AFTER_SECONDS = "1";

    /** The prefix of a type with more meaning than its status. */
    private static final String TYPES = "urn:snowkeeper:problem:";

    private static final Map<String, String> LATER = Map.of("retry-after", RETRY_AFTER_SECONDS);

    public Problem {
        requireNonNull(code);
        requireNonNull(reason);
        requireNonNull(detail);
        headers = Map.copyOf(headers);
    }

    /**
     * Returns the problem of a request that will not succeed as it is.
     *
     * @param code the code of a request that will not succeed as it is
     */
    public static Problem of(ProblemCode code, String detail) {
        return of(code, detail, Map.of());
    }

    public static Problem of(ProblemCode code, String detail, Map<String, String> headers) {
        return new Problem(code, Optional.empty(), detail, headers, true);
    }

    /** For a request that was refused before it had any effect, and may succeed later. */
    public static Problem unavailable(UnavailableReason reason, String detail) {
        return unavailable(reason, detail, false);
    }

    private static Problem unavailable(UnavailableReason reason, String detail, boolean begun) {
        ProblemCode code = switch (reason) {
            case TOO_MANY_REQUESTS -> ProblemCode.TOO_MANY_REQUESTS;
            case TOO_MANY_CONNECTIONS -> ProblemCode.TOO_MANY_CONNECTIONS;
            default -> ProblemCode.TEMPORARILY_UNAVAILABLE;
        };
        return new Problem(code, Optional.of(reason), detail, LATER, begun);
    }

    public static Problem malformed(String detail) {
        return of(ProblemCode.MALFORMED_REQUEST, detail);
    }

    public static Problem defect() {
        return of(ProblemCode.INTERNAL_ERROR, "internal error; see the node's log");
    }

    /** Returns a refusal of the service in HTTP's form. */
    public static Problem of(Answer.Refusal refusal) {
        String text = PrintableText.of(refusal.text());
        return refusal.reason()
                .map(reason -> unavailable(reason, text, refusal.begun()))
                .orElseGet(() -> of(codeOf(refusal.code()), text));
    }

    private static ProblemCode codeOf(ErrorCode code) {
        return switch (code) {
            case NOT_SUPPORTED -> ProblemCode.NOT_SUPPORTED;
            case TEMPORARILY_UNAVAILABLE -> ProblemCode.TEMPORARILY_UNAVAILABLE;
            case MALFORMED_REQUEST -> ProblemCode.MALFORMED_REQUEST;
            case CRASH -> ProblemCode.INTERNAL_ERROR;
            case KEY_DOES_NOT_EXIST -> ProblemCode.NOT_FOUND;
            case KEY_ALREADY_EXISTS -> ProblemCode.ALREADY_EXISTS;
            case PRECONDITION_FAILED -> ProblemCode.PRECONDITION_FAILED;
        };
    }

    public HttpAnswer answer() {
        ObjectNode body = Json.object();
        body.put("type", reason.map(why -> TYPES + why.text()).orElse("about:blank"));
        body.put("title", code.title());
        body.put("status", code.status());
        body.put("code", code.text());
        body.put("detail", detail);
        if (!begun) {
            body.put("begun", false);
        }
        return new HttpAnswer(code.status(), CONTENT_TYPE, Json.bytes(body), headers);
    }
}
