package io.snowkeeper.node.http.api;

import io.snowkeeper.node.http.routing.Call;
import io.snowkeeper.node.http.routing.HttpAnswer;
import io.snowkeeper.node.http.routing.Json;
import io.snowkeeper.node.http.routing.Route;
import io.snowkeeper.node.rights.Right;
import io.snowkeeper.node.service.message.Answer;
import io.snowkeeper.node.service.message.Request;
import io.snowkeeper.node.service.message.RequestFields;
import io.snowkeeper.node.service.message.RequestKey;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Ids of 16 bytes that sort by time, UUIDs among them. */
final class SortableIdsResource {

    private static final String PLAIN = "text/plain";

    private final ServiceCalls service;
    private final int maxCount;

    SortableIdsResource(ServiceCalls service, int maxCount) {
        this.service = service;
        this.maxCount = maxCount;
    }

    List<Route> routes() {
        return List.of(
                new Route("POST", "/v1/sortable-ids", Right.IDS, call -> make(Request.Kind.GENERATE_SORTABLE, call)),
                new Route("POST", "/v1/uuids", Right.IDS, call -> make(Request.Kind.GENERATE_UUID, call)));
    }

    private CompletionStage<HttpAnswer> make(Request.Kind kind, Call call) {
        RequestFields fields = kind == Request.Kind.GENERATE_UUID
                ? call.query().fields(RequestKey.COUNT, RequestKey.PREFIX)
                : call.query().fields(RequestKey.COUNT, RequestKey.UNIT, RequestKey.FORMAT);
        String mediaType = call.accepted(Json.CONTENT_TYPE, PLAIN);
        return service.ask(kind.read(fields, maxCount), call)
                .thenApply(answer -> mediaType.equals(PLAIN)
                        ? HttpAnswer.text(lines((Answer.GeneratedSortable) answer))
                        : HttpAnswer.ok(JsonFields.of(answer)));
    }

    private static String lines(Answer.GeneratedSortable answer) {
        List<String> ids = answer.texts();
        return IdsResource.lines(ids.size(), ids::get, answer.typeIds());
    }
}
