package io.snowkeeper.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.snowkeeper.client.FakeServer.Script;
import io.snowkeeper.core.api.UnavailableException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** The use of a client's token, and the fate of servers that reject it. */
class TokenOfConnectionsIT {

    private static final String TOKEN = "0123456789abcdef";

    private static SnowkeeperClient client(String servers) {
        return MadeClients.patientBuilder(servers).token(TOKEN).build();
    }

    /** Refuses the token, and does all else. */
    private static Script refusing(int code, String text) {
        Script honest = FakeServer.honest(new AtomicLong());
        return asked -> {
            switch (asked.type()) {
                case "auth" -> asked.error(code, text);
                case "status" -> asked.greet();
                default -> honest.run(asked);
            }
        };
    }

    @Test
    void itIsShownOnceOverEachConnection() {
        try (FakeServer server = FakeServer.start(FakeServer.honest(new AtomicLong()));
                SnowkeeperClient client = client(server.address())) {
            for (int i = 0; i < 5; i++) {
                client.next();
            }

            assertThat(server.tokens()).hasSize(server.acceptedConnections()).containsOnly(TOKEN);
            assertThat(server.requests()).hasSize(5).noneMatch(request -> request.has("token"));
        }
    }

    @Test
    void withoutOneNothingIsShown() {
        try (FakeServer server = FakeServer.start(FakeServer.honest(new AtomicLong()));
                SnowkeeperClient client = MadeClients.patient(server.address())) {
            client.next();

            assertThat(server.tokens()).isEmpty();
        }
    }

    @Test
    void aServerThatDoesNotKnowItIsAskedForNothing() {
        try (FakeServer server = FakeServer.startWithoutGreeting(refusing(22, "wrong token"));
                SnowkeeperClient client = SnowkeeperClient.builder()
                        .servers(server.address())
                        .token(TOKEN)
                        .deadline(Duration.ofSeconds(2))
                        .build()) {
            // Where the machine is busy, the time may be up before there was an answer.
            await().untilAsserted(() -> assertThatThrownBy(client::next)
                    .isInstanceOf(UnavailableException.class)
                    .hasMessageContaining("error 22: wrong token")
                    .message()
                    .doesNotContain(TOKEN));

            assertThat(server.requests())
                    .extracting((JsonNode request) -> request.get("type").asText())
                    .containsOnly("auth", "status");
        }
    }

    @Test
    void whereOneServerDoesNotKnowItAnotherOneIsAsked() {
        try (FakeServer refusing = FakeServer.startWithoutGreeting(refusing(22, "wrong token"));
                FakeServer good = FakeServer.start(FakeServer.honest(new AtomicLong()));
                SnowkeeperClient client = client(refusing.address() + "," + good.address())) {
            for (int i = 0; i < 5; i++) {
                assertThat(client.next()).isPositive();
            }
        }
    }
}
