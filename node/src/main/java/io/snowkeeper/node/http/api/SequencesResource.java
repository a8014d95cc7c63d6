package io.snowkeeper.node.http.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snowkeeper.core.sequence.FieldWriter;
import io.snowkeeper.core.sequence.Page;
import io.snowkeeper.core.sequence.PendingReservation;
import io.snowkeeper.core.sequence.SequenceDescription;
import io.snowkeeper.node.http.routing.Call;
import io.snowkeeper.node.http.routing.HttpAnswer;
import io.snowkeeper.node.http.routing.Json;
import io.snowkeeper.node.http.routing.JsonBody;
import io.snowkeeper.node.http.routing.KeyHeader;
import io.snowkeeper.node.http.routing.Route;
import io.snowkeeper.node.rights.Right;
import io.snowkeeper.node.service.message.Answer;
import io.snowkeeper.node.service.message.FieldValue;
import io.snowkeeper.node.service.message.IdFormat;
import io.snowkeeper.node.service.message.Request;
import io.snowkeeper.node.service.message.RequestFields;
import io.snowkeeper.node.service.message.RequestKey;
import io.snowkeeper.node.service.message.SequenceAnswer;
import io.snowkeeper.node.service.message.SequenceRequest;
import io.snowkeeper.sequences.Settlement;
import java.net.URLEncoder;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Named sequences. */
final class SequencesResource {

    private static final String ALL = "/v1/sequences";
    private static final String ONE = ALL + "/{name}";
    private static final String RESERVATION = ONE + "/reservations/{reservation}";
    private static final String NUMBER = ONE + "/numbers/{number}";
    private static final String PLAIN = "text/plain";
    private static final int CREATED = 201;

    private static final RequestKey[] OPTIONS = RequestKey.ofOptions().toArray(RequestKey[]::new);
    private static final RequestKey[] RANGES = {
        RequestKey.RANGES, RequestKey.FROM, RequestKey.TO, RequestKey.ALLOW_OVERLAP
    };
    private static final RequestKey[] PERIODS = {RequestKey.PERIOD, RequestKey.ZONE};
    private static final RequestKey[] DEFINITION = Stream.of(
                    Stream.of(RequestKey.SEQUENCE, RequestKey.MODE, RequestKey.STEP),
                    Stream.of(RANGES),
                    Stream.of(PERIODS),
                    Stream.of(OPTIONS))
            .flatMap(Function.identity())
            .toArray(RequestKey[]::new);

    private final ServiceCalls service;
    private final int maxCount;

    /** Pages are shared for a second: however many ask for one, it is written once. */
    private volatile @Nullable Listed lastListed;

    private record Listed(Page<SequenceDescription> page, int limit, IdFormat format, HttpAnswer answer) {}

    SequencesResource(ServiceCalls service, int maxCount) {
        this.service = service;
        this.maxCount = maxCount;
    }

    List<Route> routes() {
        return List.of(
                new Route("GET", ALL, Right.READ, this::list),
                new Route("POST", ALL, Right.DEFINE, this::create),
                new Route("GET", ONE, Right.READ, this::describe),
                new Route("PATCH", ONE, Right.DEFINE, this::configure),
                new Route("DELETE", ONE, Right.DEFINE, this::delete),
                new Route("POST", ONE + "/next", Right.NEXT, this::next),
                new Route("POST", ONE + "/ranges", Right.DEFINE, this::append),
                new Route("POST", ONE + "/advance", Right.DEFINE, this::advance),
                new Route("POST", ONE + "/turn-back", Right.DEFINE, this::turnBack),
                new Route("GET", ONE + "/pending", Right.READ, this::pending),
                new Route("GET", ONE + "/parse", Right.READ, this::parse),
                new Route(
                        "POST",
                        RESERVATION + "/confirm",
                        Right.CONFIRM,
                        call -> settleReservation(call, Settlement.CONFIRM)),
                new Route(
                        "POST",
                        RESERVATION + "/cancel",
                        Right.CONFIRM,
                        call -> settleReservation(call, Settlement.CANCEL)),
                new Route(
                        "POST", RESERVATION + "/void", Right.SETTLE, call -> settleReservation(call, Settlement.VOID)),
                new Route("POST", NUMBER + "/confirm", Right.SETTLE, call -> settleNumber(call, Settlement.CONFIRM)),
                new Route("POST", NUMBER + "/cancel", Right.SETTLE, call -> settleNumber(call, Settlement.CANCEL)),
                new Route("POST", NUMBER + "/void", Right.SETTLE, call -> settleNumber(call, Settlement.VOID)));
    }

    private CompletionStage<HttpAnswer> list(Call call) {
        RequestFields fields = ofPage(parameters(call, RequestKey.AFTER, RequestKey.LIMIT, RequestKey.FORMAT));
        IdFormat format = fields.format();
        var request = (SequenceRequest.ListPage) Request.Kind.SEQUENCE_LIST.read(fields, maxCount);
        return service.ask(request, call)
                .thenApply(answer -> listed(((SequenceAnswer.Listed) answer).page(), request.limit(), format));
    }

    /** Treats an empty cursor as the first page, as forms send empty fields. */
    private static RequestFields ofPage(RequestFields fields) {
        return fields.isText(RequestKey.AFTER, "") ? fields.put(RequestKey.AFTER, FieldValue.NULL) : fields;
    }

    /** Returns the parameters of a query; numbers are written as strings if it does not say. */
    private static RequestFields parameters(Call call, RequestKey... keys) {
        return call.query().fields(keys).otherwise(RequestKey.FORMAT, "string");
    }

    /** Returns the parameters of a query, and the name in the path. */
    private static RequestFields named(Call call, RequestKey... keys) {
        return parameters(call, keys).by(call.subject()).put(RequestKey.SEQUENCE, FieldValue.word(call.part("name")));
    }

    @SuppressWarnings("ReferenceEquality") // To compare a thousand sequences would cost as much as to write them.
    private HttpAnswer listed(Page<SequenceDescription> page, int limit, IdFormat format) {
        Listed last = lastListed;
        if (last == null || last.page() != page || last.limit() != limit || last.format() != format) {
            last = new Listed(
                    page,
                    limit,
                    format,
                    written(page, "sequences", SequenceDescription::writeTo, ALL, limit, format)
                            .shared());
            lastListed = last;
        }
        return last.answer();
    }

    private static <T> HttpAnswer written(
            Page<T> page, String key, BiConsumer<T, FieldWriter> writer, String path, int limit, IdFormat format) {
        ObjectNode body = JsonFields.of(fields -> page.writeTo(fields, key, writer), format);
        return page.next()
                .map(next -> HttpAnswer.ok(body).withHeader("link", link(path, next, limit, format)))
                .orElseGet(() -> HttpAnswer.ok(body.putNull("next")));
    }

    private static String link(String path, String next, int limit, IdFormat format) {
        return "<%s?after=%s&limit=%s&format=%s>; rel=\"next\""
                .formatted(
                        path, URLEncoder.encode(next, UTF_8), limit, format == IdFormat.STRING ? "string" : "number");
    }

    private CompletionStage<HttpAnswer> pending(Call call) {
        RequestFields fields = ofPage(named(call, RequestKey.AFTER, RequestKey.LIMIT, RequestKey.FORMAT));
        IdFormat format = fields.format();
        var request = (SequenceRequest.Pending) Request.Kind.SEQUENCE_PENDING.read(fields, maxCount);
        return service.ask(request, call)
                .thenApply(answer -> written(
                        ((SequenceAnswer.Pending) answer).page(),
                        "reservations",
                        PendingReservation::writeTo,
                        ALL + "/" + request.sequence() + "/pending",
                        request.limit(),
                        format));
    }

    private CompletionStage<HttpAnswer> create(Call call) {
        RequestFields fields = parameters(call, RequestKey.FORMAT);
        IdFormat format = taken(fields);
        JsonBody body = JsonBody.of(call);
        body.fill(fields, DEFINITION);
        body.fillRanges(fields);
        return ask(Request.Kind.SEQUENCE_CREATE, fields, call)
                .thenApply(answer ->
                        described(CREATED, answer, format).withHeader("location", ALL + "/" + nameIn(answer)));
    }

    private CompletionStage<HttpAnswer> describe(Call call) {
        RequestFields fields = named(call, RequestKey.FORMAT);
        return described(Request.Kind.SEQUENCE_DESCRIBE, fields, call);
    }

    private CompletionStage<HttpAnswer> configure(Call call) {
        RequestFields fields = named(call, RequestKey.FORMAT);
        IdFormat format = taken(fields);
        JsonBody.of(call).fill(fields, OPTIONS);
        return ask(Request.Kind.SEQUENCE_CONFIGURE, fields, call).thenApply(answer -> described(200, answer, format));
    }

    /** Returns how the query wants numbers, and makes room for the format of the sequence, which has the same name in the body. */
    private static IdFormat taken(RequestFields fields) {
        IdFormat format = fields.format();
        fields.put(RequestKey.FORMAT, FieldValue.NULL);
        return format;
    }

    private CompletionStage<HttpAnswer> parse(Call call) {
        RequestFields fields = named(call, RequestKey.TEXT, RequestKey.FORMAT);
        IdFormat format = fields.format();
        return ask(Request.Kind.SEQUENCE_PARSE, fields, call)
                .thenApply(answer -> HttpAnswer.ok(JsonFields.of(answer::writeTo, format)));
    }

    private CompletionStage<HttpAnswer> append(Call call) {
        RequestFields fields = named(call, RequestKey.FORMAT);
        JsonBody body = JsonBody.of(call);
        body.fill(fields, RANGES);
        body.fillRanges(fields);
        return described(Request.Kind.SEQUENCE_APPEND, fields, call);
    }

    private CompletionStage<HttpAnswer> advance(Call call) {
        RequestFields fields = named(call, RequestKey.FORMAT);
        JsonBody.of(call).fill(fields, RequestKey.TO);
        return described(Request.Kind.SEQUENCE_ADVANCE, fields, call);
    }

    private CompletionStage<HttpAnswer> turnBack(Call call) {
        RequestFields fields = named(call, RequestKey.FORMAT);
        JsonBody.of(call).fill(fields, RequestKey.PERIOD);
        return described(Request.Kind.SEQUENCE_TURN_BACK, fields, call);
    }

    private CompletionStage<HttpAnswer> delete(Call call) {
        return ask(Request.Kind.SEQUENCE_DELETE, named(call, RequestKey.NEXT, RequestKey.LEDGER), call)
                .thenApply(answer -> HttpAnswer.noContent());
    }

    private CompletionStage<HttpAnswer> next(Call call) {
        RequestFields fields = named(call, RequestKey.COUNT, RequestKey.FORMAT).otherwise(RequestKey.COUNT, "1");
        String mediaType = call.accepted(Json.CONTENT_TYPE, PLAIN);
        // Sequences have a limit of their own; this port's may be lower.
        fields.integer(RequestKey.COUNT, 1, maxCount);
        KeyHeader.of(call).ifPresent(key -> fields.put(RequestKey.KEY, FieldValue.word(key)));
        return ask(Request.Kind.SEQUENCE_NEXT, fields, call)
                .thenApply(answer -> mediaType.equals(PLAIN)
                        ? HttpAnswer.text(lines((SequenceAnswer.Granted) answer))
                        : HttpAnswer.ok(JsonFields.of(answer)));
    }

    /** A number on each line, and behind a tabulator its text, if it has one. */
    private static String lines(SequenceAnswer.Granted answer) {
        long[] numbers = answer.grant().numbers();
        List<String> texts = answer.texts();
        return IntStream.range(0, numbers.length)
                .mapToObj(i -> numbers[i] + (texts.isEmpty() ? "" : "\t" + texts.get(i)) + "\n")
                .collect(Collectors.joining());
    }

    /** A malformed reservation is not found, as any path. */
    private CompletionStage<HttpAnswer> settleReservation(Call call, Settlement settlement) {
        RequestFields fields = settling(call, settlement);
        return service.ask(SequenceRequest.Settle.read(fields, call.part("reservation"), settlement), call)
                .thenApply(answer -> HttpAnswer.noContent());
    }

    private CompletionStage<HttpAnswer> settleNumber(Call call, Settlement settlement) {
        RequestFields fields = settling(call, settlement, RequestKey.PERIOD)
                .put(RequestKey.NUMBER, FieldValue.word(call.part("number")));
        return ask(SequenceRequest.Settle.kindOf(settlement), fields, call).thenApply(answer -> HttpAnswer.noContent());
    }

    private static RequestFields settling(Call call, Settlement settlement, RequestKey... parameters) {
        call.query().requireOnly(RequestKey.texts(parameters));
        RequestFields fields = named(call, parameters);
        if (settlement == Settlement.VOID) {
            JsonBody.of(call).fill(fields, RequestKey.REASON);
        }
        return fields;
    }

    private CompletionStage<Answer> ask(Request.Kind kind, RequestFields fields, Call call) {
        return service.ask(kind.read(fields, maxCount), call);
    }

    private CompletionStage<HttpAnswer> described(Request.Kind kind, RequestFields fields, Call call) {
        IdFormat format = fields.format();
        return ask(kind, fields, call).thenApply(answer -> described(200, answer, format));
    }

    private static HttpAnswer described(int status, Answer answer, IdFormat format) {
        return HttpAnswer.json(status, JsonFields.of(answer::writeTo, format));
    }

    private static String nameIn(Answer answer) {
        SequenceDescription sequence = ((SequenceAnswer.Described) answer).sequence();
        return sequence.definition().name();
    }
}
