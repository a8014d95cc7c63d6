package io.snowkeeper.node.http;

import static io.snowkeeper.node.http.HttpNode.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.snowkeeper.testkit.curator.SharedZooKeeper;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Numbers with texts and periods, over HTTP. */
class BusinessNumbersIT {

    private static final String SEQUENCES = "/v1/sequences";
    private static final String RE = SEQUENCES + "/RE";

    private HttpNode node;

    @BeforeEach
    void startNode() throws Exception {
        node = HttpNode.start(SharedZooKeeper.newConnectString(), "n1").awaitReady();
    }

    @AfterEach
    void stopNode() throws Exception {
        node.close();
    }

    private HttpResponse<String> create(String mode, String rest) {
        return send(
                "POST",
                SEQUENCES,
                "{'sequence':'RE','mode':'%s','ranges':[{'from':1,'to':999999}]%s}".formatted(mode, rest));
    }

    private HttpResponse<String> send(String method, String path, String body) {
        return node.send(method, path, body.replace('\'', '"'), "content-type", "application/json");
    }

    private JsonNode parse(String text) {
        return json(node.get(RE + "/parse?text=" + URLEncoder.encode(text, StandardCharsets.UTF_8)));
    }

    private static String detail(HttpResponse<String> refused) {
        return json(refused).get("detail").asText();
    }

    @Test
    void numbersOfAPeriodAreToldWithTheirTextsAndReadBack() {
        assertThat(create("gapless", ",'format':'RE-{yyyy}-{n:000000}','period':'year','zone':'Europe/Berlin'")
                        .statusCode())
                .isEqualTo(201);
        JsonNode granted = json(node.post(RE + "/next?count=2"));
        String year = granted.get("period").asText();

        assertThat(granted.get("texts"))
                .extracting(JsonNode::asText)
                .containsExactly("RE-" + year + "-000001", "RE-" + year + "-000002");
        JsonNode described = json(node.get(RE));
        assertThat(described.get("format").asText()).isEqualTo("RE-{yyyy}-{n:000000}");
        assertThat(described.get("period").asText()).isEqualTo("year");
        assertThat(described.get("zone").asText()).isEqualTo("Europe/Berlin");
        assertThat(described.get("current_period").asText()).isEqualTo(year);
        JsonNode pending = json(node.get(RE + "/pending")).get("reservations").get(0);
        assertThat(pending.get("text").asText()).isEqualTo("RE-" + year + "-000001");
        assertThat(pending.get("period").asText()).isEqualTo(year);
        assertThat(parse("RE-2031-000017"))
                .hasToString("{\"valid\":true,\"number\":\"17\",\"period\":\"2031\",\"problem\":null}");
        assertThat(parse("RE-2031-17").get("problem").asText())
                .startsWith("the text has its end at place 11; expected a number of at least 6 digits from place 9");
        assertThat(parse("RE-2031-1000000").get("problem").asText())
                .isEqualTo("the number is in no range of the sequence: sequence=RE, number=1000000");
    }

    @Test
    void aNumberIsSettledByItselfAndItsPeriod() {
        create("gapless", ",'period':'day','zone':'UTC'");
        JsonNode granted = json(node.post(RE + "/next"));
        String number = RE + "/numbers/" + granted.get("numbers").get(0).asText();

        assertThat(detail(send("POST", number + "/confirm?period=2001-01-01", "")))
                .contains("no pending reservation has this number");
        assertThat(detail(send("POST", number + "/confirm?period=yesterday", "")))
                .isEqualTo("a period is written 2026, 2026-Q4, 2026-11 or 2026-11-25: \"yesterday\"");
        assertThat(send(
                                "POST",
                                number + "/confirm?period="
                                        + granted.get("period").asText(),
                                "")
                        .statusCode())
                .isEqualTo(204);
    }

    @Test
    void aFormatIsGivenLaterAndTakenAway() {
        create("ordered", "");
        assertThat(json(node.post(RE + "/next"))).hasToString("{\"numbers\":[\"1\"],\"reservation\":null}");

        send("PATCH", RE, "{'format':'{n:0000}{verhoeff}'}");
        assertThat(json(node.post(RE + "/next")).get("texts").get(0).asText()).isEqualTo("00024");
        assertThat(node.post(RE + "/next", "accept", "text/plain").body()).isEqualTo("3\t00030\n");

        send("PATCH", RE, "{'max_keys':5}");
        assertThat(json(node.get(RE)).get("format").asText()).isEqualTo("{n:0000}{verhoeff}");
        send("PATCH", RE, "{'format':'none'}");
        assertThat(json(node.get(RE)).has("format")).isFalse();
        assertThat(json(node.post(RE + "/next")).has("texts")).isFalse();
        assertThat(detail(node.get(RE + "/parse?text=1")))
                .isEqualTo("the numbers of sequence RE have no format; configure one");
    }

    @Test
    void asManyNumbersAsHaveRoomForTheirTextsAreGivenAtOnce() {
        create("block", ",'format':'{n}'");

        assertThat(json(node.post(RE + "/next?count=1000")).get("texts")).hasSize(1_000);
        assertThat(detail(node.post(RE + "/next?count=1001")))
                .isEqualTo(
                        "at most 1000 numbers of a sequence with a format are given at once; ask for fewer, more often:"
                                + " sequence=RE, count=1001");
        assertThat(json(node.post(RE + "/next")).get("numbers").get(0).asText()).isEqualTo("1001");
    }

    @Test
    void whatDoesNotFitTogetherIsRefusedWithWhatIsMissing() {
        assertThat(detail(create("ordered", ",'format':'{n}','period':'month','zone':'UTC'")))
                .isEqualTo("numbers of a sequence with the period month must name it, and no shorter one, by the fields"
                        + " {yyyy} and {MM}: format={n}");
        assertThat(detail(create("ordered", ",'format':'{yyyy}{n}'")))
                .startsWith("numbers of a sequence without a period");
        assertThat(detail(create("ordered", ",'format':'{yyyy}'"))).startsWith("a format must have the number once");
        assertThat(detail(create("ordered", ",'period':'month'")))
                .isEqualTo("a period begins at a midnight: give period, such as year, and zone, such as Europe/Berlin,"
                        + " or none of them: period=\"month\", zone is missing");
        assertThat(detail(create("ordered", ",'period':'week','zone':'UTC'")))
                .isEqualTo("period must be year, quarter, month or day: period=\"week\"");
        assertThat(detail(create("ordered", ",'period':'day','zone':'Europe/Bonn'")))
                .startsWith("there is no time zone \"Europe/Bonn\"");
        create("ordered", ",'period':'day','zone':'UTC'");
        assertThat(detail(send("PATCH", RE, "{'format':'{yyyy}-{n}'}")))
                .contains("must name it, and no shorter one, by the fields {yyyy}, {MM} and {dd}");
        assertThat(detail(send("PATCH", RE, "{'period':'month'}"))).startsWith("unknown key in body: period");
    }
}
