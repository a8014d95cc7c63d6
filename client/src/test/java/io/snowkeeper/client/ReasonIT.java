package io.snowkeeper.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.client.FakeServer.Script;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.core.api.OutcomeUnknownException;
import io.snowkeeper.core.api.UnavailableException;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Programs learn from exceptions why servers refuse, without reading texts. */
class ReasonIT {

    @ParameterizedTest
    @EnumSource
    void aCallThatNobodyAnswersTellsTheReasonOfTheServer(UnavailableReason reason) {
        try (FakeServer server = FakeServer.start(asked -> asked.unavailable(reason.text()))) {
            awaitReason(server.address(), Optional.of(reason));
        }
    }

    @Test
    void serversOfOneReasonTellIt() {
        Script draining = asked -> asked.unavailable("draining");
        try (FakeServer one = FakeServer.start(draining);
                FakeServer two = FakeServer.start(draining)) {
            awaitReason(one.address() + "," + two.address(), Optional.of(UnavailableReason.DRAINING));
        }
    }

    @Test
    void serversOfDifferentReasonsHaveNoCommonOne() {
        try (FakeServer one = FakeServer.start(asked -> asked.unavailable("draining"));
                FakeServer two = FakeServer.start(asked -> asked.unavailable("no-worker-id"))) {
            awaitReason(one.address() + "," + two.address(), Optional.empty());
        }
    }

    @Test
    void aWordThatOnlyALaterServerKnowsIsNoReason() {
        try (FakeServer server = FakeServer.start(asked -> asked.unavailable("moon-in-the-way"))) {
            awaitReason(server.address(), Optional.empty());
        }
    }

    @Test
    void numbersThatMayHaveBeenTakenTellWhyTheServerDoesNotKnow() {
        try (FakeServer server = FakeServer.start(asked -> asked.unavailable("zookeeper-away"));
                SnowkeeperClient client = client(server.address(), Duration.ofSeconds(20))) {
            OutcomeUnknownException failure = catchThrowableOfType(
                    OutcomeUnknownException.class, () -> client.sequence("A").next(1));

            assertThat(failure.reason()).contains(UnavailableReason.ZOOKEEPER_AWAY);
        }
    }

    /** Where the machine is busy, the time may be up before each server was asked. */
    private static void awaitReason(String servers, Optional<UnavailableReason> reason) {
        try (SnowkeeperClient client = client(servers, Duration.ofSeconds(1))) {
            await().untilAsserted(() -> assertThatThrownBy(client::next)
                    .isInstanceOfSatisfying(
                            UnavailableException.class,
                            failure -> assertThat(failure)
                                    .hasMessageContaining("error 11: not now")
                                    .returns(reason, UnavailableException::reason)));
        }
    }

    private static SnowkeeperClient client(String servers, Duration deadline) {
        return SnowkeeperClient.builder().servers(servers).deadline(deadline).build();
    }
}
