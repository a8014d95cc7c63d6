package io.snowkeeper.node.http.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snowkeeper.coordinator.sequence.NextRequest;
import io.snowkeeper.coordinator.sequence.SequenceDescription;
import io.snowkeeper.coordinator.sequence.SequencePage;
import io.snowkeeper.node.http.routing.Call;
import io.snowkeeper.node.http.routing.Formats;
import io.snowkeeper.node.http.routing.HttpAnswer;
import io.snowkeeper.node.http.routing.Json;
import io.snowkeeper.node.http.routing.JsonBody;
import io.snowkeeper.node.http.routing.KeyHeader;
import io.snowkeeper.node.http.routing.ProblemException;
import io.snowkeeper.node.http.routing.Route;
import io.snowkeeper.node.http.routing.WholeNumber;
import io.snowkeeper.node.service.message.Answer;
import io.snowkeeper.node.service.message.IdFormat;
import io.snowkeeper.node.service.message.Request;
import io.snowkeeper.node.service.message.SequenceAnswer;
import io.snowkeeper.node.service.message.SequenceRequest;
import java.net.URLEncoder;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** Named sequences. */
final class SequencesResource {

    private static final String ALL = "/v1/sequences";
    private static final String ONE = ALL + "/{name}";
    private static final String RESERVATION = ONE + "/reservations/{reservation}";
    private static final String PLAIN = "text/plain";
    private static final int CREATED = 201;

    private final ServiceCalls service;
    private final int maxCount;

    /** Pages are shared for a second: however many ask for one, it is written once. */
    private volatile @Nullable Listed lastListed;

    private record Listed(SequencePage page, int limit, IdFormat format, HttpAnswer answer) {}

    SequencesResource(ServiceCalls service, int maxCount) {
        this.service = service;
        this.maxCount = maxCount;
    }

    List<Route> routes() {
        return List.of(
                new Route("GET", ALL, this::list),
                new Route("POST", ALL, this::create).forAdmins(),
                new Route("GET", ONE, this::describe),
                new Route("PATCH", ONE, this::configure).forAdmins(),
                new Route("DELETE", ONE, this::delete).forAdmins(),
                new Route("POST", ONE + "/next", this::next),
                new Route("POST", ONE + "/ranges", this::append).forAdmins(),
                new Route("POST", RESERVATION + "/confirm", this::confirm),
                new Route("POST", RESERVATION + "/cancel", this::cancel));
    }

    private CompletionStage<HttpAnswer> list(Call call) {
        call.query().requireOnly("after", "limit", "format");
        IdFormat format = Formats.ids(call);
        Optional<String> after = call.query().text("after").map(SequencesResource::requireAfter);
        int limit = call.query().integer("limit", SequencePage.MAX_LIMIT, 1, SequencePage.MAX_LIMIT);
        return service.ask(new SequenceRequest.ListPage(after, limit), call)
                .thenApply(answer -> listed(((SequenceAnswer.Listed) answer).page(), limit, format));
    }

    private static String requireAfter(String name) {
        if (name.length() > SequenceRequest.ListPage.MAX_AFTER) {
            throw ProblemException.malformed("after must have at most %d characters: after=%s"
                    .formatted(SequenceRequest.ListPage.MAX_AFTER, Formats.shown(name)));
        }
        return name;
    }

    @SuppressWarnings("ReferenceEquality") // To compare a thousand sequences would cost as much as to write them.
    private HttpAnswer listed(SequencePage page, int limit, IdFormat format) {
        Listed last = lastListed;
        if (last == null || last.page() != page || last.limit() != limit || last.format() != format) {
            last = new Listed(page, limit, format, written(page, limit, format).shared());
            lastListed = last;
        }
        return last.answer();
    }

    private static HttpAnswer written(SequencePage page, int limit, IdFormat format) {
        ObjectNode body = Json.object();
        ArrayNode sequences = body.putArray("sequences");
        page.sequences().forEach(sequence -> sequences.add(SequenceJson.write(sequence, format)));
        if (page.next().isEmpty()) {
            return HttpAnswer.ok(body.putNull("next"));
        }
        String next = page.next().get();
        String link = "<%s?after=%s&limit=%d&format=%s>; rel=\"next\""
                .formatted(ALL, URLEncoder.encode(next, UTF_8), limit, format == IdFormat.STRING ? "string" : "number");
        return HttpAnswer.ok(body.put("next", next)).withHeader("link", link);
    }

    private CompletionStage<HttpAnswer> create(Call call) {
        call.query().requireOnly("format");
        IdFormat format = Formats.ids(call);
        JsonBody body = JsonBody.of(call);
        return ask(call, () -> new SequenceRequest.Create(SequenceJson.definition(body)))
                .thenApply(answer ->
                        described(CREATED, answer, format).withHeader("location", ALL + "/" + nameIn(answer)));
    }

    private CompletionStage<HttpAnswer> describe(Call call) {
        call.query().requireOnly("format");
        IdFormat format = Formats.ids(call);
        return ask(call, () -> new SequenceRequest.Describe(call.part("name")))
                .thenApply(answer -> described(200, answer, format));
    }

    private CompletionStage<HttpAnswer> configure(Call call) {
        call.query().requireOnly("format");
        IdFormat format = Formats.ids(call);
        JsonBody body = SequenceJson.onlyOptions(JsonBody.of(call));
        return ask(
                        call,
                        () -> new SequenceRequest.Configure(
                                call.part("name"), present -> SequenceJson.options(body, present)))
                .thenApply(answer -> described(200, answer, format));
    }

    private CompletionStage<HttpAnswer> delete(Call call) {
        call.query().requireOnly("next");
        OptionalLong expected = call.query()
                .text("next")
                .filter(next -> !next.equals(SequenceRequest.Delete.NO_NEXT))
                .map(next -> OptionalLong.of(numberIn(next)))
                .orElseGet(OptionalLong::empty);
        return ask(call, () -> new SequenceRequest.Delete(call.part("name"), expected))
                .thenApply(answer -> HttpAnswer.noContent());
    }

    private static long numberIn(String text) {
        return WholeNumber.parse(text)
                .orElseThrow(() -> ProblemException.malformed(
                        "next must be a whole number of 64 bits, or none: next=" + Formats.shown(text)));
    }

    private CompletionStage<HttpAnswer> next(Call call) {
        call.query().requireOnly("count", "format");
        String mediaType = call.accepted(Json.CONTENT_TYPE, PLAIN);
        IdFormat format = Formats.ids(call);
        int count = call.query().integer("count", 1, 1, maxCount);
        Optional<String> key = KeyHeader.of(call);
        return ask(
                        call,
                        () -> new SequenceRequest.Next(
                                new NextRequest(call.part("name"), count, key, Optional.empty()), format))
                .thenApply(answer -> mediaType.equals(PLAIN)
                        ? HttpAnswer.text(lines((SequenceAnswer.Granted) answer))
                        : HttpAnswer.ok(JsonFields.of(answer)));
    }

    private static String lines(SequenceAnswer.Granted answer) {
        return LongStream.of(answer.grant().numbers())
                .mapToObj(number -> number + "\n")
                .collect(Collectors.joining());
    }

    private CompletionStage<HttpAnswer> append(Call call) {
        call.query().requireOnly("format");
        IdFormat format = Formats.ids(call);
        JsonBody body = JsonBody.of(call);
        return ask(call, () -> new SequenceRequest.Append(call.part("name"), SequenceJson.range(body)))
                .thenApply(answer -> described(200, answer, format));
    }

    private CompletionStage<HttpAnswer> confirm(Call call) {
        return settle(call, reservation -> new SequenceRequest.Confirm(call.part("name"), reservation));
    }

    private CompletionStage<HttpAnswer> cancel(Call call) {
        return settle(call, reservation -> new SequenceRequest.Cancel(call.part("name"), reservation));
    }

    private CompletionStage<HttpAnswer> settle(Call call, Function<String, Request> request) {
        call.query().requireOnly();
        return ask(call, () -> request.apply(call.part("reservation"))).thenApply(answer -> HttpAnswer.noContent());
    }

    private CompletionStage<Answer> ask(Call call, Supplier<Request> request) {
        return service.ask(SequenceJson.checked(request), call);
    }

    private static HttpAnswer described(int status, Answer answer, IdFormat format) {
        return HttpAnswer.json(status, SequenceJson.write(((SequenceAnswer.Described) answer).sequence(), format));
    }

    private static String nameIn(Answer answer) {
        SequenceDescription sequence = ((SequenceAnswer.Described) answer).sequence();
        return sequence.definition().name();
    }
}
