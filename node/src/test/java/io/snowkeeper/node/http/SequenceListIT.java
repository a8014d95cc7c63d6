package io.snowkeeper.node.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.snowkeeper.testkit.curator.SharedZooKeeper;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The list of sequences over HTTP, a page at a time. */
class SequenceListIT {

    private static HttpNode node;

    @BeforeAll
    static void startNode() throws Exception {
        node = HttpNode.start(SharedZooKeeper.newConnectString(), "n1");
        node.awaitReady();
        for (String name : List.of("C", "A", "B")) {
            node.send(
                    "POST",
                    "/v1/sequences",
                    "{\"sequence\":\"%s\",\"mode\":\"ordered\",\"ranges\":[{\"from\":1,\"to\":9}],\"allow_overlap\":true}"
                            .formatted(name));
        }
    }

    @AfterAll
    static void stopNode() throws Exception {
        node.close();
    }

    private static JsonNode json(HttpResponse<String> response) throws Exception {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return new ObjectMapper().readTree(response.body());
    }

    private static List<String> names(JsonNode page) {
        List<String> names = new ArrayList<>();
        page.path("sequences")
                .forEach(sequence -> names.add(sequence.path("sequence").asText()));
        return names;
    }

    @Test
    void aFleetOfFewSequencesHasThemOnOnePage() throws Exception {
        HttpResponse<String> answer = node.get("/v1/sequences");
        assertThat(names(json(answer))).containsExactly("A", "B", "C");
        assertThat(json(answer).get("next").isNull()).isTrue();
        assertThat(answer.headers().firstValue("link")).isEmpty();
    }

    @Test
    void theLinkLeadsToTheNextPage() throws Exception {
        HttpResponse<String> first = node.get("/v1/sequences?limit=2&format=number");
        assertThat(names(json(first))).containsExactly("A", "B");
        assertThat(json(first).path("next").asText()).isEqualTo("B");
        assertThat(first.headers().firstValue("link"))
                .hasValue("</v1/sequences?after=B&limit=2&format=number>; rel=\"next\"");
        HttpResponse<String> last = node.get("/v1/sequences?after=B&limit=2&format=number");
        assertThat(names(json(last))).containsExactly("C");
        assertThat(json(last).get("next").isNull()).isTrue();
        assertThat(last.headers().firstValue("link")).isEmpty();
    }

    @Test
    void aPageBeginsAfterATextThatIsNoName() throws Exception {
        assertThat(names(json(node.get("/v1/sequences?after=A%20to")))).containsExactly("B", "C");
    }

    @Test
    void theFirstPageIsAfterNothing() throws Exception {
        assertThat(names(json(node.get("/v1/sequences?after=")))).containsExactly("A", "B", "C");
    }

    /** Each reads ZooKeeper; together they could keep it busy. If ZooKeeper is slow, some are refused for that. */
    @Test
    void someOfManyDifferentPagesAtOnceAreRefusedForNowAndTheUsualOneIsShown() throws Exception {
        ExecutorService askers = Executors.newFixedThreadPool(50);
        try {
            List<CompletableFuture<HttpResponse<String>>> others = IntStream.range(0, 300)
                    .mapToObj(i -> CompletableFuture.supplyAsync(() -> node.get("/v1/sequences?after=A" + i), askers))
                    .toList();
            CompletableFuture<Void> all = CompletableFuture.allOf(others.toArray(CompletableFuture[]::new));
            List<HttpResponse<String>> usual = new ArrayList<>();
            do {
                usual.add(node.get("/v1/sequences"));
            } while (!all.isDone());
            all.join();
            await("the usual page").until(() -> node.get("/v1/sequences").statusCode() == 200);

            assertThat(usual)
                    .noneMatch(SequenceListIT::isBusy)
                    .allMatch(answer -> isRefusedOrShows(answer, "A", "B", "C"));
            assertThat(others.stream().map(CompletableFuture::join))
                    .anyMatch(SequenceListIT::isBusy)
                    .allMatch(answer -> isRefusedOrShows(answer, "B", "C"));
        } finally {
            askers.shutdownNow();
        }
    }

    private static boolean isRefusedOrShows(HttpResponse<String> answer, String... names) {
        return answer.statusCode() == 200
                ? names(HttpNode.json(answer)).equals(List.of(names))
                : isBusy(answer) || isRefusedAs(answer, "zookeeper-away");
    }

    private static boolean isBusy(HttpResponse<String> answer) {
        return isRefusedAs(answer, "sequence-busy")
                && HttpNode.json(answer)
                        .path("detail")
                        .asText()
                        .startsWith("the list of sequences is requested too often: ");
    }

    private static boolean isRefusedAs(HttpResponse<String> answer, String problem) {
        return answer.statusCode() == 503
                && HttpNode.json(answer).path("type").asText().equals("urn:snowkeeper:problem:" + problem);
    }

    @Test
    void aPageThatIsTooLargeIsRefused() {
        HttpResponse<String> answer = node.get("/v1/sequences?limit=1001");
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("limit must be an integer from 1 to 1000: limit=1001");
    }
}
