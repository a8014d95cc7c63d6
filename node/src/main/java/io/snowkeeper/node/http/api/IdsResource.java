package io.snowkeeper.node.http.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snowkeeper.node.http.routing.Call;
import io.snowkeeper.node.http.routing.Formats;
import io.snowkeeper.node.http.routing.HttpAnswer;
import io.snowkeeper.node.http.routing.Json;
import io.snowkeeper.node.http.routing.ProblemException;
import io.snowkeeper.node.http.routing.Route;
import io.snowkeeper.node.http.routing.WholeNumber;
import io.snowkeeper.node.service.message.Answer;
import io.snowkeeper.node.service.message.IdFormat;
import io.snowkeeper.node.service.message.Request;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Snowflake ids: made and taken apart. */
final class IdsResource {

    private static final String PLAIN = "text/plain";

    private final ServiceCalls service;
    private final int maxCount;

    IdsResource(ServiceCalls service, int maxCount) {
        this.service = service;
        this.maxCount = maxCount;
    }

    List<Route> routes() {
        return List.of(new Route("POST", "/v1/ids", this::make), new Route("GET", "/v1/ids/{id}", this::takeApart));
    }

    private CompletionStage<HttpAnswer> make(Call call) {
        call.query().requireOnly("count", "format");
        String mediaType = call.accepted(Json.CONTENT_TYPE, PLAIN);
        int count = call.query().integer("count", 1, 1, maxCount);
        IdFormat format = Formats.ids(call);
        return service.ask(new Request.GenerateBatch(count, format), call)
                .thenApply(answer -> mediaType.equals(PLAIN)
                        ? HttpAnswer.text(lines((Answer.GeneratedBatch) answer))
                        : HttpAnswer.ok(JsonFields.of(answer)));
    }

    private static String lines(Answer.GeneratedBatch answer) {
        StringBuilder lines = new StringBuilder();
        for (long id : answer.ids()) {
            lines.append(id).append('\n');
        }
        return lines.toString();
    }

    private CompletionStage<HttpAnswer> takeApart(Call call) {
        call.query().requireOnly();
        String text = call.part("id");
        long id = WholeNumber.parse(text)
                .filter(value -> value >= 0)
                .orElseThrow(() -> ProblemException.malformed("id must be a whole number from 0 to %d: id=%s"
                        .formatted(Long.MAX_VALUE, Formats.shown(text))));
        return service.ask(new Request.Decompose(id), call).thenApply(answer -> HttpAnswer.ok(parts(id, answer)));
    }

    private static ObjectNode parts(long id, Answer answer) {
        Answer.Decomposed parts = (Answer.Decomposed) answer;
        ObjectNode body = Json.object();
        body.put("id", Long.toString(id));
        body.put("time", Instant.ofEpochMilli(parts.timestampMillis()).toString());
        body.put("timestamp_ms", parts.timestampMillis());
        body.put("worker_id", parts.workerId());
        body.put("sequence", parts.sequence());
        return body;
    }
}
