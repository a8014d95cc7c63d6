package io.snowkeeper.node.http.api;

import io.snowkeeper.core.sortable.SortableUnit;
import io.snowkeeper.core.text.SortableIdFormat;
import io.snowkeeper.node.http.routing.Call;
import io.snowkeeper.node.http.routing.HttpAnswer;
import io.snowkeeper.node.http.routing.Json;
import io.snowkeeper.node.http.routing.Route;
import io.snowkeeper.node.service.message.Answer;
import io.snowkeeper.node.service.message.Request;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/** Ids of 16 bytes that sort by time. */
final class SortableIdsResource {

    private static final String PLAIN = "text/plain";

    private final ServiceCalls service;
    private final int maxCount;

    SortableIdsResource(ServiceCalls service, int maxCount) {
        this.service = service;
        this.maxCount = maxCount;
    }

    List<Route> routes() {
        return List.of(new Route("POST", "/v1/sortable-ids", this::make));
    }

    private CompletionStage<HttpAnswer> make(Call call) {
        call.query().requireOnly("count", "unit", "format");
        String mediaType = call.accepted(Json.CONTENT_TYPE, PLAIN);
        int count = call.query().integer("count", 1, 1, maxCount);
        String unit = call.query().choice("unit", "millisecond", "second", "microsecond", "nanosecond");
        String format = call.query().choice("format", "hex", "crockford32");
        Request request = new Request.GenerateSortable(
                SortableUnit.valueOf(unit.toUpperCase(Locale.ROOT)),
                count,
                SortableIdFormat.valueOf(format.toUpperCase(Locale.ROOT)));
        return service.ask(request, call)
                .thenApply(answer -> mediaType.equals(PLAIN)
                        ? HttpAnswer.text(lines((Answer.GeneratedSortable) answer))
                        : HttpAnswer.ok(JsonFields.of(answer)));
    }

    private static String lines(Answer.GeneratedSortable answer) {
        return answer.texts().stream().map(id -> id + "\n").collect(Collectors.joining());
    }
}
