package io.snowkeeper.cli.deploy;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.testkit.prometheus.Alertmanager;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The messages of a real Alertmanager with the shipped configuration. Each test has a fleet of its own. */
@Tag("system")
class AlertmanagerIT {

    private static Alertmanager alertmanager;

    @BeforeAll
    static void start(@TempDir Path folder) throws IOException {
        alertmanager = Alertmanager.start(folder);
    }

    @AfterAll
    static void stop() {
        alertmanager.close();
    }

    @Test
    void anOutageOfZooKeeperIsSentAsThatAndThatTheFleetIsNotReady() throws Exception {
        assertThat(sent(
                        "outage",
                        "ZooKeeperUnreachable n1",
                        "ZooKeeperUnreachable n2",
                        "ReservationShort n1",
                        "NotReady n1",
                        "NoWorkerId n2",
                        "RequestsRefused n2 reservation-used-up",
                        "FewNodesReady"))
                .containsExactly("FewNodesReady", "ZooKeeperUnreachable n1", "ZooKeeperUnreachable n2");
    }

    @Test
    void anotherCauseOnAnotherNodeIsSentBesideIt() throws Exception {
        assertThat(sent("causes", "ZooKeeperUnreachable n1", "NotReady n1", "NotReady n2"))
                .containsExactly("NotReady n2", "ZooKeeperUnreachable n1");
    }

    @Test
    void anotherFleetIsNotSilenced() throws Exception {
        post("near", "FewNodesReady");

        assertThat(sent("far", "Down n1", "NotReady n2")).containsExactly("Down n1", "NotReady n2");
    }

    @Test
    void aFleetOfWhichMostIsDownNamesTheNodesThatAreGone() throws Exception {
        assertThat(sent("down", "FewNodesReady", "Down n1", "Down n2", "NotReady n3"))
                .containsExactly("Down n1", "Down n2", "FewNodesReady");
    }

    @Test
    void aNodeThatEndsAgainAndAgainIsOneAlert() throws Exception {
        assertThat(sent("ends", "Restarts n1", "Down n1", "NoWorkerId n1")).containsExactly("Restarts n1");
    }

    @Test
    void aWarningOfTheClockHidesNoCriticalAlert() throws Exception {
        assertThat(sent(
                        "clock",
                        "ClockMovedBack n1",
                        "NotReady n1",
                        "RequestsRefused n1 clock-moved-backwards",
                        "RenewalsFail n1"))
                .containsExactly("ClockMovedBack n1", "RenewalsFail n1");
    }

    @Test
    void closedSequencesDoNotHideANodeThatIsNotReady() throws Exception {
        assertThat(sent("restore", "SequencesClosed n1", "NotReady n1"))
                .containsExactly("NotReady n1", "SequencesClosed n1");
    }

    @Test
    void refusalsForAnotherReasonAreSent() throws Exception {
        assertThat(sent("refusals", "ZooKeeperUnreachable n1", "RequestsRefused n1 too-many-connections"))
                .containsExactly("RequestsRefused n1", "ZooKeeperUnreachable n1");
    }

    @Test
    void whatCausesNothingElseIsAlwaysSent() throws Exception {
        String[] all = {"AuditUnwritten n1", "CertificateExpires n1", "NodesGone", "SequenceNearlyUsedUp"};

        assertThat(sent("rest", all)).containsExactly(all);
    }

    /** Returns the messages for alerts that fire together: each its name and, after a blank, its node. */
    private static List<String> sent(String fleet, String... alerts) throws Exception {
        post(fleet, alerts);
        // It learns which alert hides which a moment after it has the alerts.
        AtomicReference<Set<String>> last = new AtomicReference<>(Set.of());
        Set<String> settled = await().during(Duration.ofSeconds(1))
                .until(() -> alertmanager.sent(fleet), now -> now.equals(last.getAndSet(now)));
        return settled.stream()
                .map(alert -> alert.substring("Snowkeeper".length()))
                .toList();
    }

    private static void post(String fleet, String... alerts) throws Exception {
        alertmanager.post(Stream.of(alerts)
                .map(alert -> alert.split(" "))
                .map(parts ->
                        "{\"labels\":{\"alertname\":\"Snowkeeper%s\",\"job\":\"snowkeeper\",\"fleet\":\"%s\"%s%s}}"
                                .formatted(
                                        parts[0],
                                        fleet,
                                        parts.length == 1 ? "" : ",\"instance\":\"%s\"".formatted(parts[1]),
                                        parts.length < 3 ? "" : ",\"reason\":\"%s\"".formatted(parts[2])))
                .collect(joining(",", "[", "]")));
    }
}
