package io.snowkeeper.cli.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.snowkeeper.cli.LocalFleet;
import io.snowkeeper.cli.LocalNode;
import io.snowkeeper.cli.Run;
import io.snowkeeper.core.text.BitReversal;
import io.snowkeeper.core.text.PublicIds;
import io.snowkeeper.core.text.TypeId;
import io.snowkeeper.testkit.net.LineClient;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each form of an id, as each port of a node gives it, and takes it apart again. */
@TestInstance(Lifecycle.PER_CLASS)
class FormsOfIdsIT {

    private static final String KEYS = "a base58 2b7e151628aed2a6abf7158809cf4f3c";
    private static final PublicIds PUBLIC_IDS = PublicIds.ofKeys(KEYS);

    @TempDir
    private static Path folder;

    private final HttpClient http = HttpClient.newHttpClient();
    private Path keys;
    private LocalFleet fleet;
    private LocalNode node;
    private LineClient line;
    private LineClient redis;

    @BeforeAll
    void start() throws Exception {
        keys = Files.writeString(folder.resolve("keys"), KEYS);
        fleet = new LocalFleet(folder);
        // Without a state directory: a node refuses while its disk stalls for longer than its state is ahead.
        node = fleet.serve("n1", "--state-dir", "none", "--public-id-keys", keys.toString(), "--redis-port", "0");
        node.awaitWorkerId();
        line = LineClient.connect(node.address());
        redis = LineClient.connect(node.redisAddress());
    }

    @AfterAll
    void stop() throws Exception {
        line.close();
        redis.close();
        fleet.close();
    }

    @Test
    void linesHavePublicIds() throws Exception {
        JsonNode one = line.call("{\"type\":\"generate\",\"form\":\"public\",\"prefix\":\"ord\"}");
        assertThat(one.get("type").asText()).isEqualTo("generate_ok");
        assertThat(PUBLIC_IDS.withPrefix("ord").parse(one.get("public_id").asText()))
                .isEqualTo(one.get("id").asLong());

        JsonNode many = line.call("{\"type\":\"generate_batch\",\"count\":5,\"form\":\"public\"}");
        assertThat(many.get("public_ids"))
                .extracting(text -> PUBLIC_IDS.parse(text.asText()))
                .containsExactlyElementsOf(longs(many.get("ids")))
                .hasSize(5);

        JsonNode parts = line.call("{\"type\":\"decompose\",\"id\":%s}".formatted(one.get("public_id")));
        assertThat(parts.get("id").asText()).isEqualTo(one.get("id").asText());
        assertThat(parts.get("timestamp_ms"))
                .isEqualTo(line.call("{\"type\":\"decompose\",\"id\":%s}".formatted(one.get("id")))
                        .get("timestamp_ms"));
    }

    @Test
    void linesHaveReversedIds() throws Exception {
        long reversed = line.call("{\"type\":\"generate\",\"form\":\"reversed\"}")
                .get("id")
                .asLong();
        JsonNode parts = line.call("{\"type\":\"decompose\",\"form\":\"reversed\",\"id\":%s}".formatted(reversed));
        assertThat(parts.get("id").asText()).isEqualTo(Long.toString(BitReversal.of(reversed)));
    }

    @Test
    void linesHaveTypeIds() throws Exception {
        JsonNode uuids = line.call("{\"type\":\"generate_uuid\",\"count\":2,\"prefix\":\"user\"}");
        assertThat(uuids.get("type_ids"))
                .extracting(text -> TypeId.parse(text.asText()).uuid().toString())
                .containsExactly(
                        uuids.get("ids").get(0).asText(),
                        uuids.get("ids").get(1).asText());
        JsonNode parts = line.call("{\"type\":\"decompose\",\"id\":%s}"
                .formatted(uuids.get("type_ids").get(0)));
        assertThat(parts.get("id")).isEqualTo(uuids.get("ids").get(0));
    }

    @Test
    void httpHasEachForm() throws Exception {
        JsonNode ids = post("/v1/ids?count=2&form=public&prefix=ord");
        String text = ids.get("public_ids").get(1).asText();
        assertThat(get("/v1/ids/" + text).get("id")).isEqualTo(ids.get("ids").get(1));

        String reversed = post("/v1/ids?form=reversed").get("ids").get(0).asText();
        assertThat(get("/v1/ids/" + reversed + "?form=reversed").get("id").asText())
                .isEqualTo(Long.toString(BitReversal.of(Long.parseLong(reversed))));

        JsonNode uuids = post("/v1/uuids?prefix=user");
        assertThat(get("/v1/ids/" + uuids.get("type_ids").get(0).asText()).get("id"))
                .isEqualTo(uuids.get("ids").get(0));
    }

    @Test
    void plainTextHasTheFormBehindATabulator() throws Exception {
        String[] fields = text("/v1/ids?form=public").strip().split("\t");
        assertThat(PUBLIC_IDS.parse(fields[1])).isEqualTo(Long.parseLong(fields[0]));
        fields = text("/v1/uuids?prefix=user").strip().split("\t");
        assertThat(TypeId.parse(fields[1])).hasToString(fields[1]);
        assertThat(fields[0]).isEqualTo(TypeId.parse(fields[1]).uuid().toString());
    }

    @Test
    void redisHasEachForm() throws Exception {
        List<String> one = redis("ID.NEXT FORM PUBLIC PREFIX ord", 4);
        assertThat(one.get(0)).isEqualTo("*2");
        assertThat(PUBLIC_IDS.withPrefix("ord").parse(one.get(3)))
                .isEqualTo(Long.parseLong(one.get(1).substring(1)));
        assertThat(redis("ID.DECODE " + one.get(3), 14)).contains(one.get(1).substring(1));

        String reversed = redis("ID.NEXT FORM REVERSED", 1).get(0).substring(1);
        assertThat(redis("ID.DECODE %s FORM REVERSED".formatted(reversed), 14))
                .contains(Long.toString(BitReversal.of(Long.parseLong(reversed))));

        List<String> uuid = redis("ID.NEXT AS UUID PREFIX user", 5);
        assertThat(TypeId.parse(uuid.get(4)).uuid()).hasToString(uuid.get(2));
    }

    @Test
    void theCommandLineReadsEachForm() throws Exception {
        long id = line.generate().get("id").asLong();
        String plain = Run.of("decompose", Long.toString(id)).out();
        String named = "id        %s\n%s".formatted(id, plain);
        assertThat(Run.of("decompose", PUBLIC_IDS.withPrefix("ord").format(id), "--public-id-keys", keys.toString())
                        .out())
                .isEqualTo(named);
        assertThat(Run.of("decompose", "--reversed", Long.toString(BitReversal.of(id)))
                        .out())
                .isEqualTo(named);
    }

    @Test
    void redisHasManyOfEachForm() throws Exception {
        List<String> typed = redis("ID.NEXT COUNT 2 AS UUID PREFIX user", 11);
        assertThat(TypeId.parse(typed.get(10)).uuid()).hasToString(typed.get(5));
        List<String> shown = redis("ID.NEXT COUNT 2 FORM PUBLIC", 9);
        assertThat(PUBLIC_IDS.parse(shown.get(8)))
                .isEqualTo(Long.parseLong(shown.get(3).substring(1)));
        assertThat(redis("ECHO still", 2)).containsExactly("$5", "still");
    }

    /** A refused request takes no id. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'type':'decompose','id':'ord_b6sXcJCLyfTH'} | id must be an integer from 0 to 9223372036854775807, a UUID of version 7, or an id in another form: public id must begin with the version of a key (a): version=b, id=ord_b6sXcJCLyfTH",
                "{'type':'decompose','id':'ord_a0sXcJCLyfTH'} | id must be an integer from 0 to 9223372036854775807, a UUID of version 7, or an id in another form: public id is not one that its key writes: id=ord_a0sXcJCLyfTH",
                "{'type':'decompose','id':'7','form':'public'} | form must be 'plain' or 'reversed': form='public'",
                "{'type':'generate','form':'public','prefix':'Ord'} | prefix must be up to 63 letters a to z, and underscores between them: characters=3, prefix=Ord",
                "{'type':'generate','prefix':'ord'} | prefix is for public ids and UUIDs: prefix='ord'",
                "{'type':'generate','form':'reversed','after':7} | an id with reversed bits has no prefix, and comes after no other one: after=7",
                "{'type':'generate_batch','count':1001,'form':'public'} | count must be at most 1000 with form or prefix: count=1001",
                "{'type':'generate_batch','count':1001,'form':'reversed'} | count must be at most 1000 with form or prefix: count=1001",
                "{'type':'generate_uuid','count':1001,'prefix':'user'} | count must be at most 1000 with form or prefix: count=1001",
                "{'type':'generate_uuid','form':'public'} | form is for ids of 64 bits: form='public'",
                "{'type':'generate_sortable','prefix':'user'} | form and prefix are for other ids: prefix='user'"
            },
            quoteCharacter = '`')
    void whatDoesNotFitIsRefusedWithAReason(String body, String message) throws Exception {
        assertThat(line.call(body.replace('\'', '"')).get("text").asText()).isEqualTo(message.replace('\'', '"'));
    }

    private static List<Long> longs(JsonNode array) {
        List<Long> all = new ArrayList<>();
        array.forEach(element -> all.add(element.asLong()));
        return all;
    }

    private List<String> redis(String command, int lines) throws Exception {
        redis.send(command + "\r\n");
        List<String> all = new ArrayList<>();
        for (int i = 0; i < lines; i++) {
            all.add(redis.readLine());
        }
        return all;
    }

    private JsonNode get(String path) throws Exception {
        return new ObjectMapper().readTree(send(HttpRequest.newBuilder(uri(path))));
    }

    private JsonNode post(String path) throws Exception {
        return new ObjectMapper()
                .readTree(send(HttpRequest.newBuilder(uri(path)).POST(BodyPublishers.noBody())));
    }

    private String text(String path) throws Exception {
        return send(
                HttpRequest.newBuilder(uri(path)).header("accept", "text/plain").POST(BodyPublishers.noBody()));
    }

    private URI uri(String path) {
        return URI.create(node.httpUrl() + path);
    }

    private String send(HttpRequest.Builder request) throws Exception {
        return http.send(request.build(), BodyHandlers.ofString()).body();
    }
}
