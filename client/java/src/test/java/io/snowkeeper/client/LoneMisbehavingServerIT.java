package io.snowkeeper.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.client.FakeServer.Script;
import io.snowkeeper.core.api.RefusedException;
import io.snowkeeper.core.api.UnavailableException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** If the only server misbehaves in any way: a clear error in time. */
class LoneMisbehavingServerIT {

    @ParameterizedTest
    @EnumSource
    void aloneItMakesCallsFailAtTheirDeadlineWithItsAddressAndWhatItDid(Misbehaviour misbehaviour) {
        try (FakeServer bad = FakeServer.start(misbehaviour.script());
                RuntimeInHand client = new RuntimeInHand(bad.address(), misbehaviour)) {
            assertThat(client.failureOf(client.next(), bad, misbehaviour))
                    .isInstanceOf(UnavailableException.class)
                    .hasMessageStartingWith("no answer within 3600000 ms from " + bad.address() + " (")
                    .hasMessageContaining(misbehaviour.problem());
        }
    }

    @Test
    void whatAServerSaysDoesNothingToALogThatTellsOfIt() {
        Script wicked = asked -> asked.error(22, "\\u001b[2J\\u009b2J\\nINFO all is well\\u2028\\u202e");
        try (FakeServer bad = FakeServer.start(wicked);
                SnowkeeperClient client = MadeClients.patient(bad.address())) {
            assertThatThrownBy(client::next)
                    .isInstanceOf(RefusedException.class)
                    .hasMessage("refused by %s with error 22: \\u001b[2J\\u009b2J\\u000aINFO all is well\\u2028\\u202e"
                            .formatted(bad.address()));
        }
    }

    @Test
    void aRefusalForTooManyConnectionsNamesIt() {
        Script full = asked -> {
            asked.raw("{\"src\": \"n1\", \"dest\": null, \"body\": {\"type\": \"error\", \"code\": 11, \"text\": "
                    + "\"too many connections\", \"in_reply_to\": null, \"msg_id\": 0}}\n");
            asked.hangUp();
        };
        try (FakeServer server = FakeServer.startWithoutGreeting(full);
                SnowkeeperClient client = MadeClients.hasty(server.address(), Duration.ofMillis(400))) {
            await().untilAsserted(() -> assertThatThrownBy(client::next)
                    .isInstanceOf(UnavailableException.class)
                    .hasMessage("no answer within 400 ms from %s (error 11: too many connections)"
                            .formatted(server.address())));
        }
    }
}
