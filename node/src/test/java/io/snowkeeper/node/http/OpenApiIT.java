package io.snowkeeper.node.http;

import static io.snowkeeper.node.http.HttpNode.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SpecVersion.VersionFlag;
import io.snowkeeper.core.MillisClock;
import io.snowkeeper.node.access.TestPolicy;
import io.snowkeeper.node.http.api.HttpApi;
import io.snowkeeper.node.http.api.HttpServices;
import io.snowkeeper.node.http.api.ServiceCalls;
import io.snowkeeper.node.security.AddressLimits;
import io.snowkeeper.node.security.AdminToken;
import io.snowkeeper.node.security.AllowedHosts;
import io.snowkeeper.node.security.SecuritySettings;
import io.snowkeeper.testkit.curator.TemporaryZooKeeper;
import io.snowkeeper.testkit.time.Patience;
import io.snowkeeper.testkit.time.SettableClock;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** A node's answers match the description. */
@TestInstance(Lifecycle.PER_CLASS)
class OpenApiIT {

    private static final String SEQUENCES = "/v1/sequences";
    private static final String ONE = SEQUENCES + "/{name}";
    private static final String NUMBER = ONE + "/numbers/{number}";
    private static final String RESERVATION = ONE + "/reservations/{reservation}";

    @TempDir
    private Path folder;

    private final SettableClock clock = new SettableClock();
    private TestingServer zooKeeper;
    private HttpNode node;
    private OpenApi api;

    @BeforeAll
    void startNode() throws Exception {
        zooKeeper = TemporaryZooKeeper.onAnyPort();
        node = HttpNode.in(zooKeeper.getConnectString(), "n1")
                .with(clock)
                .start()
                .awaitReady();
        api = new OpenApi(json(node.get("/openapi.json")));
    }

    @AfterAll
    void stopNode() throws Exception {
        node.close();
        zooKeeper.close();
    }

    private HttpResponse<String> ask(String method, String template, String path, String... headers) {
        return api.check(method, template, node.send(method, path, "", headers));
    }

    private HttpResponse<String> send(String method, String template, String path, String body) {
        return api.check(method, template, node.send(method, path, body, "content-type", "application/json"));
    }

    @Test
    void theSchemasAreSchemas() {
        var metaschema = JsonSchemaFactory.getInstance(VersionFlag.V202012)
                .getSchema(SchemaLocation.of("https://json-schema.org/draft/2020-12/schema"));

        api.document()
                .at("/components/schemas")
                .fields()
                .forEachRemaining(schema -> assertThat(metaschema.validate(schema.getValue()))
                        .as(schema.getKey())
                        .isEmpty());
    }

    @Test
    void theDocumentHoldsWhatOpenApiWants() {
        JsonNode document = api.document();

        assertThat(document.get("openapi").asText()).startsWith("3.1.");
        assertThat(document.at("/info/title").asText()).isNotBlank();
        assertThat(document.at("/info/version").asText()).isNotBlank();
        assertThat(api.references())
                .isNotEmpty()
                .allMatch(reference -> reference.startsWith("#/")
                        && !document.at(reference.substring(1)).isMissingNode());
        assertThat(api.operationIds().values()).noneMatch(places -> places.contains(" and "));
        document.get("paths")
                .fields()
                .forEachRemaining(path -> path.getValue()
                        .fields()
                        .forEachRemaining(operation -> assertThat(variablesOf(path.getKey()))
                                .as(operation.getKey() + " " + path.getKey())
                                .isEqualTo(pathParametersOf(operation.getValue()))));
    }

    @Test
    void anAnswerOfSeveralOperationsStandsOnce() {
        List<JsonNode> answers = new ArrayList<>();
        for (JsonNode responses : api.document().get("paths").findValues("responses")) {
            responses.forEach(answers::add);
        }

        assertThat(answers.stream().filter(answer -> !answer.has("$ref"))).doesNotHaveDuplicates();
    }

    private static List<String> variablesOf(String path) {
        List<String> variables = new ArrayList<>();
        for (String part : path.split("/")) {
            if (part.startsWith("{")) {
                variables.add(part.substring(1, part.length() - 1));
            }
        }
        return variables;
    }

    private List<String> pathParametersOf(JsonNode operation) {
        List<String> parameters = new ArrayList<>();
        operation.path("parameters").forEach(given -> {
            JsonNode parameter = api.resolved(given);
            if (parameter.get("in").asText().equals("path")) {
                parameters.add(parameter.get("name").asText());
            }
        });
        return parameters;
    }

    @Test
    void whatIsServedIsDescribedAndNothingElse() {
        HttpServices services = LonelyServices.of(MillisClock.wall());
        List<String> served =
                HttpApi.routes(services, new ServiceCalls(services.service(), System::nanoTime), 10).stream()
                        .map(route -> route.method() + " " + route.template())
                        .sorted()
                        .toList();

        assertThat(api.described().stream()
                        .map(key -> key.substring(0, key.lastIndexOf(' ')))
                        .distinct()
                        .sorted())
                .isEqualTo(served);
    }

    @Test
    void everyEndpointAnswersAsDescribed() throws Exception {
        ask("POST", "/v1/ids", "/v1/ids?count=3");
        ask("POST", "/v1/ids", "/v1/ids?count=3&format=number");
        ask("POST", "/v1/ids", "/v1/ids", "accept", "text/plain");
        ask("POST", "/v1/ids", "/v1/ids?after=382567274134896640");
        ask("POST", "/v1/ids", "/v1/ids?after=9223372036854775807");
        ask("POST", "/v1/ids", "/v1/ids?count=-1");
        ask("POST", "/v1/ids", "/v1/ids", "accept", "image/png");
        ask("GET", "/v1/ids/{id}", "/v1/ids/382567274134896640");
        ask("GET", "/v1/ids/{id}", "/v1/ids/384313635486302200");
        ask("GET", "/v1/ids/{id}", "/v1/ids/abc");
        ask("POST", "/v1/sortable-ids", "/v1/sortable-ids?unit=second&count=2");
        ask("POST", "/v1/sortable-ids", "/v1/sortable-ids?unit=microsecond");
        ask("POST", "/v1/sortable-ids", "/v1/sortable-ids?unit=nanosecond&format=crockford32");
        ask("POST", "/v1/sortable-ids", "/v1/sortable-ids?unit=year");
        ask("POST", "/v1/sortable-ids", "/v1/sortable-ids", "accept", "image/png");
        ask("POST", "/v1/uuids", "/v1/uuids?count=2");
        ask("POST", "/v1/uuids", "/v1/uuids", "accept", "text/plain");
        ask("POST", "/v1/uuids", "/v1/uuids?count=0");
        ask("POST", "/v1/uuids", "/v1/uuids", "accept", "image/png");
        sequences();
        ask("GET", "/v1/fleet", "/v1/fleet");
        ask("GET", "/v1/fleet", "/v1/fleet?x=1");
        for (String figures : List.of("/v1/node", "/v1/fleet/nodes")) {
            ask("GET", figures, figures);
            ask("GET", figures, figures + "?x=1");
        }
        ask("GET", "/livez", "/livez");
        ask("GET", "/livez", "/livez?x=1");
        ask("GET", "/readyz", "/readyz");
        ask("GET", "/readyz", "/readyz?verbose");
        ask("GET", "/readyz", "/readyz?x=1");
        ask("GET", "/metrics", "/metrics");
        ask("GET", "/openapi.json", "/openapi.json");
        strangers();
        misdirected();
        crowd();
        outage();
        ask("POST", "/admin/drain", "/admin/drain?x=1");
        ask("POST", "/admin/drain", "/admin/drain");
        ask("GET", "/readyz", "/readyz");
        ask("GET", "/readyz", "/readyz?verbose");
        zooKeeper.restart();

        // The first comes at the end of a drain only, the others before the first view of the fleet.
        List<String> rest = new ArrayList<>(api.described());
        rest.removeAll(api.checked());
        assertThat(rest)
                .containsExactlyInAnyOrder("GET /v1/ids/{id} 503", "GET /v1/fleet 503", "GET /v1/fleet/nodes 503");
    }

    /** Changes are refused to pages of other sites, and to clients without the token of a node that has one. */
    private void strangers() throws Exception {
        for (String[] asked : described(" 403")) {
            if (!asked[0].equals("GET")) {
                api.check(asked[0], asked[1], node.send(asked[0], asked[2], "", "sec-fetch-site", "cross-site"));
            }
        }
        try (HttpNode guarded = HttpNode.start(
                zooKeeper.getConnectString(),
                "n2",
                HttpServerSettings.on("127.0.0.1", 0).with(withToken()))) {
            changes(guarded, "authorization", "Bearer nobody-knows-this");
        }
        withoutRights();
    }

    /** A node with a policy refuses clients without credentials, and those without the right. */
    private void withoutRights() throws Exception {
        try (HttpNode guarded = HttpNode.start(
                zooKeeper.getConnectString(),
                "n5",
                HttpServerSettings.on("127.0.0.1", 0).with(TestPolicy.ofBilling(folder)))) {
            for (String[] asked : described(" 401")) {
                api.check(asked[0], asked[1], guarded.send(asked[0], asked[2], ""));
                api.check(
                        asked[0],
                        asked[1],
                        guarded.send(asked[0], asked[2], "", "authorization", "Bearer " + TestPolicy.TOKEN));
            }
        }
    }

    /** A node that knows its names refuses to answer to others. */
    private void misdirected() throws Exception {
        SecuritySettings named = new SecuritySettings(Optional.empty(), AddressLimits.NONE, AllowedHosts.LOOPBACK);
        try (HttpNode asked = HttpNode.start(
                zooKeeper.getConnectString(),
                "n4",
                HttpServerSettings.on("127.0.0.1", 0).with(named))) {
            // As to a proxy: the request names another host than the one that it is sent to.
            HttpClient elsewhere = HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .proxy(ProxySelector.of(new InetSocketAddress("127.0.0.1", asked.port())))
                    .build();
            for (String[] operation : described(" 421")) {
                HttpRequest request = HttpRequest.newBuilder(URI.create("http://attacker.example:7071" + operation[2]))
                        .timeout(Patience.LIMIT)
                        .method(operation[0], BodyPublishers.noBody())
                        .build();
                api.check(operation[0], operation[1], elsewhere.send(request, BodyHandlers.ofString()));
            }
        }
    }

    /** Returns method, template and a path of all operations for which a status is described. */
    private List<String[]> described(String status) {
        List<String[]> operations = api.described().stream()
                .filter(operation -> operation.endsWith(status))
                .map(operation -> operation.split(" "))
                .map(asked -> new String[] {
                    asked[0],
                    asked[1],
                    asked[1].replace("{id}", "ord_aAiUwxNb8pVm").replaceAll("\\{\\w+}", "x")
                })
                .toList();
        assertThat(operations).isNotEmpty();
        return operations;
    }

    private SecuritySettings withToken() throws IOException {
        Path file = Files.writeString(folder.resolve("token"), "0123456789abcdef");
        return new SecuritySettings(Optional.of(AdminToken.watch(file)));
    }

    private void changes(HttpNode asked, String... headers) {
        api.check("POST", SEQUENCES, asked.send("POST", SEQUENCES, "{}", headers));
        api.check("PATCH", ONE, asked.send("PATCH", SEQUENCES + "/A", "{}", headers));
        api.check("DELETE", ONE, asked.send("DELETE", SEQUENCES + "/A", "", headers));
        api.check("POST", ONE + "/ranges", asked.send("POST", SEQUENCES + "/A/ranges", "{}", headers));
        api.check("POST", ONE + "/advance", asked.send("POST", SEQUENCES + "/A/advance", "{}", headers));
        api.check("POST", ONE + "/turn-back", asked.send("POST", SEQUENCES + "/A/turn-back", "{}", headers));
        api.check(
                "POST", RESERVATION + "/void", asked.send("POST", SEQUENCES + "/A/reservations/x/void", "{}", headers));
        for (String verb : List.of("/confirm", "/cancel", "/void")) {
            api.check("POST", NUMBER + verb, asked.send("POST", SEQUENCES + "/A/numbers/1" + verb, "{}", headers));
        }
        api.check("POST", ONE + "/ledger/release", asked.send("POST", SEQUENCES + "/A/ledger/release", "{}", headers));
        api.check("POST", "/admin/drain", asked.send("POST", "/admin/drain", "", headers));
    }

    /** A node that takes one request a second refuses the next one, of any kind. */
    private void crowd() throws Exception {
        SecuritySettings one = new SecuritySettings(Optional.empty(), new AddressLimits(0, 1));
        try (HttpNode limited = HttpNode.start(
                zooKeeper.getConnectString(),
                "n3",
                HttpServerSettings.on("127.0.0.1", 0).with(one))) {
            for (String[] asked : described(" 429")) {
                HttpResponse<String> refused = await("refused: " + asked[0] + " " + asked[1])
                        .until(() -> limited.send(asked[0], asked[2], ""), response -> response.statusCode() == 429);
                api.check(asked[0], asked[1], refused);
            }
        }
    }

    private void sequences() {
        String gapless = "{\"sequence\":\"A\",\"mode\":\"gapless\",\"ranges\":[{\"from\":1,\"to\":\"5\"}]}";
        send("POST", SEQUENCES, SEQUENCES, gapless);
        send("POST", SEQUENCES, SEQUENCES, gapless.replace("gapless", "block"));
        send("POST", SEQUENCES, SEQUENCES, "{\"sequence\":\"a/b\"}");
        api.check("POST", SEQUENCES, node.send("POST", SEQUENCES, "x", "content-type", "text/csv"));
        ask("GET", SEQUENCES, SEQUENCES);
        ask("GET", SEQUENCES, SEQUENCES + "?format=number");
        ask("GET", SEQUENCES, SEQUENCES + "?x=1");
        ask("GET", SEQUENCES, SEQUENCES + "?after=0&limit=1");
        ask("GET", SEQUENCES, SEQUENCES + "?limit=1001");
        ask("GET", ONE, SEQUENCES + "/A");
        ask("GET", ONE, SEQUENCES + "/A?format=number");
        ask("GET", ONE, SEQUENCES + "/A?format=5");
        ask("GET", ONE, SEQUENCES + "/nobody");
        send("PATCH", ONE, SEQUENCES + "/A", "{\"max_pending\":10}");
        assertThat(json(send("PATCH", ONE, SEQUENCES + "/A", "{\"key_retention\":\"forever\"}"))
                        .get("key_retention")
                        .asText())
                .isEqualTo("forever");
        send("PATCH", ONE, SEQUENCES + "/A", "{\"max_pending\":\"x\"}");
        send("PATCH", ONE, SEQUENCES + "/nobody", "{\"max_pending\":10}");
        String first = reservation(ask("POST", ONE + "/next", SEQUENCES + "/A/next", "idempotency-key", "k"));
        String other = reservation(ask("POST", ONE + "/next", SEQUENCES + "/A/next?count=2&format=number"));
        ask("POST", ONE + "/next", SEQUENCES + "/A/next", "accept", "text/plain");
        ask("POST", ONE + "/next", SEQUENCES + "/A/next?count=0");
        ask("POST", ONE + "/next", SEQUENCES + "/nobody/next");
        ask("POST", ONE + "/next", SEQUENCES + "/A/next?count=5");
        ask("POST", RESERVATION + "/confirm", SEQUENCES + "/A/reservations/" + first + "/confirm");
        ask("POST", RESERVATION + "/cancel", SEQUENCES + "/A/reservations/" + other + "/cancel");
        ask("POST", RESERVATION + "/cancel", SEQUENCES + "/A/reservations/" + first + "/cancel");
        ask("POST", RESERVATION + "/confirm", SEQUENCES + "/A/reservations/" + other + "/confirm");
        for (String verb : List.of("/confirm", "/cancel")) {
            ask("POST", RESERVATION + verb, SEQUENCES + "/A/reservations/x" + verb + "?x=1");
            ask("POST", RESERVATION + verb, SEQUENCES + "/nobody/reservations/" + first + verb);
        }
        pending();
        ledger();
        businessNumbers();
        send("POST", ONE + "/ranges", SEQUENCES + "/A/ranges", "{\"from\":6,\"to\":9,\"allow_overlap\":true}");
        send("POST", ONE + "/ranges", SEQUENCES + "/A/ranges", "{\"from\":6,\"to\":9,\"allow_overlap\":true}");
        send(
                "POST",
                ONE + "/ranges",
                SEQUENCES + "/A/ranges",
                "{\"ranges\":[{\"from\":21,\"to\":29},{\"from\":\"11\",\"to\":\"19\"}]}");
        send("POST", ONE + "/ranges", SEQUENCES + "/A/ranges", "{\"ranges\":[{\"from\":31,\"to\":39}],\"from\":41}");
        assertThat(json(node.get(SEQUENCES + "/A?format=number")).get("ranges").findValuesAsText("from"))
                .containsExactly("1", "6", "21", "11");
        send(
                "POST",
                SEQUENCES,
                SEQUENCES,
                "{\"sequence\":\"short\",\"mode\":\"block\",\"from\":1,\"to\":\"5\",\"allow_overlap\":true}");
        send("POST", SEQUENCES, SEQUENCES, "{\"sequence\":\"long\",\"mode\":\"block\",\"from\":5,\"to\":7}");
        send("POST", ONE + "/ranges", SEQUENCES + "/short/ranges", "{\"from\":6,\"to\":9}");
        send("POST", ONE + "/ranges", SEQUENCES + "/short/ranges", "{\"from\":6,\"to\":9,\"allow_overlap\":true}");
        advance();
        turnBack();
        send("POST", ONE + "/ranges", SEQUENCES + "/nobody/ranges", "{\"from\":6,\"to\":9}");
        ask("DELETE", ONE, SEQUENCES + "/A?next=1");
        ask("DELETE", ONE, SEQUENCES + "/A?next=x");
        ask("DELETE", ONE, SEQUENCES + "/nobody?next=1");
        ask(
                "DELETE",
                ONE,
                SEQUENCES + "/A?ledger=discard&next="
                        + json(node.get(SEQUENCES + "/A")).get("next").asText());
    }

    private void turnBack() {
        String yearly =
                "{\"sequence\":\"yearly\",\"mode\":\"ordered\",\"ranges\":[{\"from\":1001,\"to\":1009}],\"period\":\"year\",\"zone\":\"UTC\"}";
        node.send("POST", SEQUENCES, yearly, "content-type", "application/json");
        String path = SEQUENCES + "/yearly/turn-back";
        String present = "{\"period\":\"%s\"}"
                .formatted(json(node.send("POST", SEQUENCES + "/yearly/next", ""))
                        .get("period")
                        .asText());
        assertThat(json(send("POST", ONE + "/turn-back", path, present))
                        .get("next")
                        .asText())
                .isEqualTo("1002");
        send("POST", ONE + "/turn-back", path + "?format=number", "{\"period\":\"1999\"}");
        send("POST", ONE + "/turn-back", path, "{\"period\":\"tomorrow\"}");
        send("POST", ONE + "/turn-back", path, "{}");
        send("POST", ONE + "/turn-back", SEQUENCES + "/nobody/turn-back", present);
    }

    private void advance() {
        String path = SEQUENCES + "/short/advance";
        assertThat(json(send("POST", ONE + "/advance", path, "{\"to\":4}"))
                        .get("next")
                        .asText())
                .isEqualTo("4");
        send("POST", ONE + "/advance", path + "?format=number", "{\"to\":\"4\"}");
        send("POST", ONE + "/advance", path, "{\"to\":3}");
        send("POST", ONE + "/advance", path, "{\"from\":5}");
        send("POST", ONE + "/advance", SEQUENCES + "/nobody/advance", "{\"to\":4}");
    }

    private void pending() {
        String all = SEQUENCES + "/P/";
        String reason = "{\"reason\":\"printed twice\"}";
        send(
                "POST",
                SEQUENCES,
                SEQUENCES,
                "{\"sequence\":\"P\",\"mode\":\"gapless\",\"ranges\":[{\"from\":1,\"to\":9}],\"at_expiry\":\"hold\",\"allow_overlap\":true}");
        send(
                "POST",
                SEQUENCES,
                SEQUENCES,
                "{\"sequence\":\"O\",\"mode\":\"ordered\",\"ranges\":[{\"from\":1,\"to\":9}],\"allow_overlap\":true}");
        String last = "";
        for (int i = 1; i <= 4; i++) {
            last = reservation(ask("POST", ONE + "/next", all + "next", "idempotency-key", "k" + i));
        }
        ask("GET", ONE + "/pending", all + "pending");
        ask("GET", ONE + "/pending", all + "pending?limit=1&format=number");
        ask("GET", ONE + "/pending", all + "pending?limit=0");
        ask("GET", ONE + "/pending", SEQUENCES + "/nobody/pending");
        ask("GET", ONE + "/pending", SEQUENCES + "/O/pending");
        send("POST", RESERVATION + "/void", all + "reservations/" + last + "/void", reason);
        send("POST", RESERVATION + "/void", all + "reservations/" + last + "/void", "{}");
        send("POST", RESERVATION + "/void", SEQUENCES + "/nobody/reservations/" + last + "/void", reason);
        send("POST", RESERVATION + "/void", SEQUENCES + "/O/reservations/" + last + "/void", reason);
        int number = 1;
        for (String verb : List.of("/confirm", "/cancel", "/void")) {
            String body = verb.equals("/void") ? reason : "";
            send("POST", NUMBER + verb, all + "numbers/" + number++ + verb, body);
            send("POST", NUMBER + verb, all + "numbers/x" + verb, body);
            send("POST", NUMBER + verb, SEQUENCES + "/nobody/numbers/1" + verb, body);
            send("POST", NUMBER + verb, SEQUENCES + "/O/numbers/1" + verb, body);
        }
    }

    private void ledger() {
        String ledger = "/ledger";
        ask("GET", ONE + ledger, SEQUENCES + "/P/ledger");
        ask("GET", ONE + ledger, SEQUENCES + "/P/ledger?from=2&limit=3");
        ask("GET", ONE + ledger, SEQUENCES + "/P/ledger", "accept", "text/csv");
        ask("GET", ONE + ledger, SEQUENCES + "/P/ledger?from=0");
        ask("GET", ONE + ledger, SEQUENCES + "/nobody/ledger");
        ask("GET", ONE + ledger, SEQUENCES + "/O/ledger");
        ask("GET", ONE + ledger + "/balance", SEQUENCES + "/P/ledger/balance");
        ask("GET", ONE + ledger + "/balance", SEQUENCES + "/P/ledger/balance?x=1");
        ask("GET", ONE + ledger + "/balance", SEQUENCES + "/nobody/ledger/balance");
        ask("GET", ONE + ledger + "/balance", SEQUENCES + "/O/ledger/balance");
        String release = "/ledger/release";
        send("POST", ONE + release, SEQUENCES + "/P" + release, "{\"through\":1}");
        send("POST", ONE + release, SEQUENCES + "/P" + release, "{\"through\":0}");
        send("POST", ONE + release, SEQUENCES + "/P" + release, "{\"through\":1000}");
        send("POST", ONE + release, SEQUENCES + "/nobody" + release, "{\"through\":1}");
    }

    private void businessNumbers() {
        send(
                "POST",
                SEQUENCES,
                SEQUENCES,
                "{\"sequence\":\"RE\",\"mode\":\"gapless\",\"ranges\":[{\"from\":1,\"to\":9}],\"period\":\"day\",\"zone\":\"UTC\","
                        + "\"format\":\"RE-{yyyy}-{MM}-{dd}-{n}\",\"allow_overlap\":true}");
        ask("GET", ONE, SEQUENCES + "/RE");
        ask("POST", ONE + "/next", SEQUENCES + "/RE/next?count=2");
        ask("GET", ONE, SEQUENCES + "/RE");
        ask("GET", ONE + "/pending", SEQUENCES + "/RE/pending");
        ask("GET", ONE + "/ledger/balance", SEQUENCES + "/RE/ledger/balance");
        send("POST", NUMBER + "/cancel", SEQUENCES + "/RE/numbers/1/cancel?period=2026-11-25", "");
        send("PATCH", ONE, SEQUENCES + "/RE", "{\"format\":\"none\"}");
        ask("GET", ONE + "/parse", SEQUENCES + "/RE/parse?text=RE-2026-11-25-7");
        send("PATCH", ONE, SEQUENCES + "/RE", "{\"format\":\"{yyyy}{MM}{dd}-{n}\"}");
        ask("GET", ONE + "/parse", SEQUENCES + "/RE/parse?text=20261125-7");
        ask("GET", ONE + "/parse", SEQUENCES + "/RE/parse?text=20261125-10&format=number");
        ask("GET", ONE + "/parse", SEQUENCES + "/RE/parse?text=nonsense");
        ask("GET", ONE + "/parse", SEQUENCES + "/RE/parse");
        ask("GET", ONE + "/parse", SEQUENCES + "/nobody/parse?text=1");
    }

    private static String reservation(HttpResponse<String> granted) {
        return json(granted).get("reservation").asText();
    }

    /** Without ZooKeeper, sequences are refused, and ids when the reservation is used up. */
    private void outage() throws Exception {
        zooKeeper.stop();
        String body = "{\"sequence\":\"B\",\"mode\":\"block\",\"ranges\":[{\"from\":1,\"to\":9}]}";
        String reason = "{\"reason\":\"printed twice\"}";
        String b = SEQUENCES + "/B";
        atTheSameTime(
                () -> ask("GET", SEQUENCES, SEQUENCES),
                () -> send("POST", SEQUENCES, SEQUENCES, body),
                () -> ask("GET", ONE, b),
                () -> send("PATCH", ONE, b, "{\"max_pending\":10}"),
                () -> ask("DELETE", ONE, b + "?next=1"),
                () -> ask("POST", ONE + "/next", b + "/next"),
                () -> send("POST", ONE + "/ranges", b + "/ranges", "{\"from\":10,\"to\":19}"),
                () -> send("POST", ONE + "/advance", b + "/advance", "{\"to\":5}"),
                () -> send("POST", ONE + "/turn-back", b + "/turn-back", "{\"period\":\"2026\"}"),
                () -> ask("POST", RESERVATION + "/confirm", b + "/reservations/x-1/confirm"),
                () -> ask("POST", RESERVATION + "/cancel", b + "/reservations/x-1/cancel"),
                () -> send("POST", RESERVATION + "/void", b + "/reservations/x-1/void", reason),
                () -> ask("GET", ONE + "/pending", b + "/pending"),
                () -> ask("GET", ONE + "/parse", b + "/parse?text=1"),
                () -> ask("GET", ONE + "/ledger", b + "/ledger"),
                () -> ask("GET", ONE + "/ledger/balance", b + "/ledger/balance"),
                () -> send("POST", ONE + "/ledger/release", b + "/ledger/release", "{\"through\":1}"),
                () -> send("POST", NUMBER + "/confirm", b + "/numbers/1/confirm", reason),
                () -> send("POST", NUMBER + "/cancel", b + "/numbers/1/cancel", reason),
                () -> send("POST", NUMBER + "/void", b + "/numbers/1/void", reason));
        clock.setAhead(HttpNode.WINDOW);
        await("reservation used up").until(() -> node.post("/v1/ids").statusCode() == 503);
        ask("POST", "/v1/ids", "/v1/ids");
        await("reservation used up for sortable ids, whose clock is another one")
                .until(() -> node.post("/v1/sortable-ids").statusCode() == 503);
        ask("POST", "/v1/sortable-ids", "/v1/sortable-ids");
        ask("POST", "/v1/uuids", "/v1/uuids");
    }

    /** Each waits for ZooKeeper for as long as it may. */
    private static void atTheSameTime(Runnable... requests) {
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            Stream.of(requests)
                    .map(request -> CompletableFuture.runAsync(request, threads))
                    .toList()
                    .forEach(CompletableFuture::join);
        } finally {
            threads.shutdown();
        }
    }
}
