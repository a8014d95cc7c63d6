package io.snowkeeper.node.http.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snowkeeper.core.text.AnyId;
import io.snowkeeper.node.http.routing.Call;
import io.snowkeeper.node.http.routing.HttpAnswer;
import io.snowkeeper.node.http.routing.Json;
import io.snowkeeper.node.http.routing.Route;
import io.snowkeeper.node.rights.Right;
import io.snowkeeper.node.service.message.Answer;
import io.snowkeeper.node.service.message.FieldValue;
import io.snowkeeper.node.service.message.Request;
import io.snowkeeper.node.service.message.RequestFields;
import io.snowkeeper.node.service.message.RequestKey;
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
        return List.of(
                new Route("POST", "/v1/ids", Right.IDS, this::make),
                new Route("GET", "/v1/ids/{id}", Right.NONE, this::takeApart));
    }

    private CompletionStage<HttpAnswer> make(Call call) {
        RequestFields fields = call.query()
                .fields(RequestKey.COUNT, RequestKey.FORMAT, RequestKey.AFTER)
                .otherwise(RequestKey.COUNT, "1")
                .otherwise(RequestKey.FORMAT, "string");
        String mediaType = call.accepted(Json.CONTENT_TYPE, PLAIN);
        return service.ask(Request.Kind.GENERATE_BATCH.read(fields, maxCount), call)
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
        String text = call.part("id");
        RequestFields fields = call.query().fields().put(RequestKey.ID, FieldValue.word(text));
        return service.ask(Request.Kind.DECOMPOSE.read(fields, maxCount), call)
                .thenApply(answer -> HttpAnswer.ok(parts(text, answer)));
    }

    private static ObjectNode parts(String text, Answer answer) {
        Answer.Decomposed parts = (Answer.Decomposed) answer;
        ObjectNode body = Json.object();
        body.put("id", AnyId.parse(text).text());
        body.put("time", Instant.ofEpochMilli(parts.timestampMillis()).toString());
        body.put("timestamp_ms", parts.timestampMillis());
        body.put("worker_id", parts.workerId());
        body.put("sequence", parts.sequence());
        AnyId.doubt(text).ifPresent(doubt -> body.put("doubt", doubt));
        return body;
    }
}
