package io.snowkeeper.node.http.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.snowkeeper.core.sequence.LedgerPage;
import io.snowkeeper.node.http.routing.Call;
import io.snowkeeper.node.http.routing.HttpAnswer;
import io.snowkeeper.node.http.routing.JsonBody;
import io.snowkeeper.node.http.routing.Route;
import io.snowkeeper.node.rights.Right;
import io.snowkeeper.node.service.message.FieldValue;
import io.snowkeeper.node.service.message.Request;
import io.snowkeeper.node.service.message.RequestFields;
import io.snowkeeper.node.service.message.RequestKey;
import io.snowkeeper.node.service.message.SequenceAnswer;
import io.snowkeeper.node.service.message.SequenceRequest;
import io.snowkeeper.sequences.ledger.LedgerEntry;
import io.snowkeeper.sequences.ledger.LedgerFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/** The ledgers of gapless sequences. */
final class LedgerResource {

    private static final String SEQUENCE = "/v1/sequences/{name}";
    private static final String LEDGER = SEQUENCE + "/ledger";
    private static final String NDJSON = "application/x-ndjson";
    private static final String CSV = "text/csv";

    private final ServiceCalls service;
    private final int maxCount;

    LedgerResource(ServiceCalls service, int maxCount) {
        this.service = service;
        this.maxCount = maxCount;
    }

    List<Route> routes() {
        return List.of(
                new Route("GET", LEDGER, Right.READ, this::entries),
                new Route("GET", LEDGER + "/balance", Right.READ, this::balance),
                new Route("POST", LEDGER + "/release", Right.DEFINE, this::release));
    }

    private CompletionStage<HttpAnswer> entries(Call call) {
        RequestFields fields = named(call, RequestKey.FROM, RequestKey.LIMIT);
        String mediaType = call.accepted(NDJSON, CSV);
        var request = (SequenceRequest.Ledger) Request.Kind.SEQUENCE_LEDGER.read(fields, maxCount);
        LedgerFormat format = mediaType.equals(CSV) ? LedgerFormat.CSV : LedgerFormat.NDJSON;
        return service.ask(request, call)
                .thenApply(answer -> written(((SequenceAnswer.Entries) answer).page(), request, mediaType, format));
    }

    /** Only the first page has a header, so that pages laid end to end are one file. */
    private static HttpAnswer written(
            LedgerPage<LedgerEntry> page, SequenceRequest.Ledger request, String mediaType, LedgerFormat format) {
        StringBuilder body = new StringBuilder(request.from() == 1 ? format.header() : "");
        page.entries().forEach(entry -> body.append(format.line(entry)));
        HttpAnswer answer = new HttpAnswer(200, mediaType, body.toString().getBytes(UTF_8), Map.of());
        return page.next() > page.last()
                ? answer
                : answer.withHeader(
                        "link",
                        "</v1/sequences/%s/ledger?from=%s&limit=%s>; rel=\"next\""
                                .formatted(request.sequence(), page.next(), request.limit()));
    }

    private CompletionStage<HttpAnswer> balance(Call call) {
        Request request = Request.Kind.SEQUENCE_BALANCE.read(named(call), maxCount);
        return service.ask(request, call).thenApply(answer -> HttpAnswer.ok(JsonFields.of(answer)));
    }

    private CompletionStage<HttpAnswer> release(Call call) {
        RequestFields fields = named(call);
        JsonBody.of(call).fill(fields, RequestKey.THROUGH, RequestKey.HASH);
        return service.ask(Request.Kind.SEQUENCE_RELEASE.read(fields, maxCount), call)
                .thenApply(answer -> HttpAnswer.noContent());
    }

    private static RequestFields named(Call call, RequestKey... keys) {
        return call.query()
                .fields(keys)
                .by(call.subject())
                .put(RequestKey.SEQUENCE, FieldValue.word(call.part("name")));
    }
}
