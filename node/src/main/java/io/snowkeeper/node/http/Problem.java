package io.snowkeeper.node.http;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snowkeeper.node.service.Answer;
import io.snowkeeper.node.service.ErrorCode;
import java.util.Map;
import java.util.Set;

/**
 * Why a request failed, told as RFC 9457 wants it. The only place that knows how.
 *
 * @param detail the rule, the name and the value, for the client to read
 * @param headers what the answer carries besides
 */
record Problem(ProblemCode code, String detail, Map<String, String> headers) {

    static final String CONTENT_TYPE = "application/problem+json";

    /** What a client is told to wait before it tries again. */
    private static final String RETRY_AFTER_SECONDS = "1";

    private static final Set<Integer> PASSING =
            Set.of(ProblemCode.TEMPORARILY_UNAVAILABLE.status(), ProblemCode.TOO_MANY_REQUESTS.status());

    Problem {
        requireNonNull(code);
        requireNonNull(detail);
        headers = Map.copyOf(headers);
    }

    static Problem of(ProblemCode code, String detail) {
        return new Problem(
                code, detail, PASSING.contains(code.status()) ? Map.of("retry-after", RETRY_AFTER_SECONDS) : Map.of());
    }

    static Problem malformed(String detail) {
        return of(ProblemCode.MALFORMED_REQUEST, detail);
    }

    static Problem defect() {
        return of(ProblemCode.INTERNAL_ERROR, "the node failed to answer, which is a defect of it; its log tells more");
    }

    /** Returns what a refusal of the service is in HTTP. */
    static Problem of(Answer.Refusal refusal) {
        return of(codeOf(refusal.code()), refusal.text());
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

    HttpAnswer answer() {
        ObjectNode body = Json.object();
        body.put("type", "about:blank");
        body.put("title", code.title());
        body.put("status", code.status());
        body.put("code", code.text());
        body.put("detail", detail);
        return new HttpAnswer(code.status(), CONTENT_TYPE, Json.bytes(body), headers);
    }
}
