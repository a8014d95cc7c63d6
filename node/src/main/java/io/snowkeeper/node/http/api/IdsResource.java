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
import java.util.function.IntFunction;

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
                .fields(RequestKey.COUNT, RequestKey.FORMAT, RequestKey.AFTER, RequestKey.FORM, RequestKey.PREFIX)
                .otherwise(RequestKey.COUNT, "1")
                .otherwise(RequestKey.FORMAT, "string");
        String mediaType = call.accepted(Json.CONTENT_TYPE, PLAIN);
        return service.ask(Request.Kind.GENERATE_BATCH.read(fields, maxCount), call)
                .thenApply(answer -> mediaType.equals(PLAIN)
                        ? HttpAnswer.text(lines(answer))
                        : HttpAnswer.ok(JsonFields.of(answer)));
    }

    private static String lines(Answer answer) {
        return answer instanceof Answer.GeneratedInForm form
                ? lines(form.ids(), form.publicIds())
                : lines(((Answer.GeneratedBatch) answer).ids(), List.of());
    }

    private static String lines(long[] ids, List<String> texts) {
        return lines(ids.length, i -> Long.toString(ids[i]), texts);
    }

    /** Writes a line for each id, with a tabulator and its text if there are texts. */
    static String lines(int count, IntFunction<String> id, List<String> texts) {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < count; i++) {
            lines.append(id.apply(i));
            if (!texts.isEmpty()) {
                lines.append('\t').append(texts.get(i));
            }
            lines.append('\n');
        }
        return lines.toString();
    }

    private CompletionStage<HttpAnswer> takeApart(Call call) {
        String id = call.part("id");
        RequestFields fields = call.query().fields(RequestKey.FORM).put(RequestKey.ID, FieldValue.word(id));
        return service.ask(Request.Kind.DECOMPOSE.read(fields, maxCount), call)
                .thenApply(answer -> HttpAnswer.ok(parts(id, (Answer.Decomposed) answer)));
    }

    private static ObjectNode parts(String id, Answer.Decomposed parts) {
        ObjectNode body = Json.object();
        body.put("id", parts.id().orElse(id));
        body.put("time", Instant.ofEpochMilli(parts.timestampMillis()).toString());
        body.put("timestamp_ms", parts.timestampMillis());
        body.put("worker_id", parts.workerId());
        body.put("sequence", parts.sequence());
        AnyId.doubt(id).ifPresent(doubt -> body.put("doubt", doubt));
        return body;
    }
}
