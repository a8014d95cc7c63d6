package io.snowkeeper.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.core.api.OutcomeUnknownException;
import io.snowkeeper.core.api.UnavailableException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Programs learn from exceptions why servers refuse, without reading texts. */
class ReasonIT {

    @ParameterizedTest
    @EnumSource
    void aCallThatNobodyAnswersTellsTheReasonOfTheServer(UnavailableReason reason) {
        assertThat(reasonOf(reason.text())).contains(reason);
    }

    @Test
    void serversOfOneReasonTellIt() {
        assertThat(reasonOf("draining", "draining")).contains(UnavailableReason.DRAINING);
    }

    @Test
    void serversOfDifferentReasonsHaveNoCommonOne() {
        assertThat(reasonOf("draining", "no-worker-id")).isEmpty();
    }

    @Test
    void aWordThatOnlyALaterServerKnowsIsNoReason() {
        assertThat(reasonOf("moon-in-the-way")).isEmpty();
    }

    @Test
    void numbersThatMayHaveBeenTakenTellWhyTheServerDoesNotKnow() {
        try (FakeServer server = FakeServer.start(asked -> asked.unavailable("zookeeper-away"));
                SnowkeeperClient client = MadeClients.patient(server.address())) {
            OutcomeUnknownException failure = catchThrowableOfType(
                    OutcomeUnknownException.class, () -> client.sequence("A").next(1));

            assertThat(failure.reason()).contains(UnavailableReason.ZOOKEEPER_AWAY);
        }
    }

    /** Returns the reason of a call that all servers have refused, each for one. */
    private static Optional<UnavailableReason> reasonOf(String... reasons) {
        List<FakeServer> servers = Stream.of(reasons)
                .map(reason -> FakeServer.start(asked -> asked.unavailable(reason)))
                .toList();
        String addresses = servers.stream().map(FakeServer::address).collect(Collectors.joining(","));
        try (RuntimeInHand client = new RuntimeInHand(addresses)) {
            UnavailableException failure = (UnavailableException) client.failureOf(
                    client.next(),
                    () -> servers.stream().allMatch(server -> server.requests().size() > 1));
            assertThat(failure).hasMessageContaining("error 11: not now");
            return failure.reason();
        } finally {
            servers.forEach(FakeServer::close);
        }
    }
}
