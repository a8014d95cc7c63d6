package io.snowkeeper.coordinator.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.coordinator.CoordinatorUnavailableException;
import io.snowkeeper.coordinator.FleetView;
import io.snowkeeper.coordinator.FleetView.SlotState;
import io.snowkeeper.coordinator.MemberSettings;
import io.snowkeeper.coordinator.ServerStanding;
import io.snowkeeper.coordinator.StoreLogin;
import io.snowkeeper.coordinator.StoreSecurity;
import io.snowkeeper.coordinator.fleet.FleetFailedException;
import io.snowkeeper.coordinator.lease.FleetDiagnosis;
import io.snowkeeper.coordinator.lease.FleetDiagnosis.ClockComparison;
import io.snowkeeper.core.Layout;
import io.snowkeeper.testkit.net.Ports;
import io.snowkeeper.testkit.time.Patience;
import io.snowkeeper.testkit.time.SettableClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The diagnosis of a fleet before a node joins it. */
class FleetDiagnosisIT {

    private static final Duration TIMEOUT = Patience.LIMIT;
    private static final StoreLogin LOGIN = new StoreLogin("fleet", "correct-horse");

    @RegisterExtension
    private final Fleet fleet = new Fleet();

    private final SettableClock clock = new SettableClock();
    private final List<FleetDiagnosis> opened = new ArrayList<>();

    @AfterEach
    void closeAll() {
        opened.forEach(FleetDiagnosis::close);
    }

    private MemberSettings settings(String chroot, Layout layout) {
        return MemberSettings.builder("n1")
                .connectString(fleet.connectString() + chroot)
                .layout(layout)
                .window(Duration.ofSeconds(20))
                .sessionTimeout(Duration.ofSeconds(30))
                .maxSkew(Duration.ofSeconds(5))
                .maxRollbackWait(Duration.ofMillis(10))
                .build();
    }

    private FleetDiagnosis diagnosis(MemberSettings settings) throws InterruptedException {
        FleetDiagnosis diagnosis = new ZooKeeperCoordinator().diagnosis(settings, clock, TIMEOUT);
        opened.add(diagnosis);
        return diagnosis;
    }

    private FleetDiagnosis diagnosis() throws InterruptedException {
        return diagnosis(settings("", Layout.DEFAULT));
    }

    @Test
    void whereThereIsNoFleetNoneIsMade() throws Exception {
        assertThat(diagnosis().fleet()).isEmpty();
        assertThat(diagnosis().compareClocks())
                .hasValueSatisfying(compared -> assertThat(compared.problem()).isEmpty());
        try (Znodes znodes = Znodes.of(fleet.servers(), Optional.empty())) {
            assertThat(znodes.below(fleet.root())).isEmpty();
        }
    }

    @Test
    void whereEvenWhatIsAboveTheRootIsMissingNothingIsWritten() throws Exception {
        assertThat(diagnosis(settings("/a/b", Layout.DEFAULT)).compareClocks()).isEmpty();
    }

    @Test
    void theFleetThatIsThereIsToldAndNothingIsLeftInIt() throws Exception {
        fleet.start("n1").awaitLease();
        try (Znodes znodes = Znodes.of(fleet.servers(), Optional.empty())) {
            var before = znodes.below(fleet.root()).keySet();

            assertThat(diagnosis().fleet())
                    .hasValueSatisfying(told ->
                            assertThat(told).matches("fleet [0-9a-f-]{36} with layout 41/10/12 \\(epoch .+\\)"));
            assertThat(diagnosis().compareClocks()).isPresent();
            // Again where it was not had in the time that there is for it.
            FleetView view = await().ignoreExceptions().until(() -> diagnosis().view(), had -> true);
            assertThat(view.count(SlotState.FREE)).isEqualTo(1023);
            assertThat(diagnosis().openRecords()).contains(fleet.root(), fleet.root() + "/fleet");
            assertThat(znodes.below(fleet.root()).keySet()).isEqualTo(before);
        }
    }

    @Test
    void aFleetOfAnotherLayoutIsRefusedAsANodeWould() throws Exception {
        fleet.start("n1").awaitLease();
        FleetDiagnosis diagnosis = diagnosis(settings("", Layout.parse("41/8/14", Layout.DEFAULT.epoch())));

        assertThatExceptionOfType(FleetFailedException.class)
                .isThrownBy(diagnosis::fleet)
                .withMessageMatching(
                        "the fleet's ids have layout 41/10/12 .+, this node was started with 41/8/14 .+; start it with the fleet's layout");
    }

    @Test
    void aClockThatIsTooFarAheadIsTold() throws Exception {
        clock.setAhead(Duration.ofMinutes(1));

        ClockComparison compared = diagnosis().compareClocks().orElseThrow();

        assertThat(compared.skewMillis()).isGreaterThan(50_000);
        assertThat(compared.problem())
                .hasValueSatisfying(
                        problem -> assertThat(problem)
                                .matches(
                                        "our clock is \\d+ ms ahead of ZooKeeper's, 5000 ms are allowed; set the clocks right"));
    }

    @Test
    void whatBelongsToAnotherLoginIsDenied() throws Exception {
        fleet.start(fleet.node("n1").login(LOGIN)).awaitLease();
        FleetDiagnosis diagnosis = diagnosis();

        assertThatExceptionOfType(CoordinatorUnavailableException.class)
                .isThrownBy(diagnosis::fleet)
                .withMessageStartingWith("ZooKeeper denies access to znode %s/".formatted(fleet.root()));
        assertThatExceptionOfType(CoordinatorUnavailableException.class)
                .isThrownBy(diagnosis::compareClocks)
                .withMessageStartingWith("ZooKeeper denies access to ");
    }

    @Test
    void eachServerIsLookedAtByItself() throws Exception {
        String away = "127.0.0.1:" + Ports.next();

        assertThat(new ZooKeeperCoordinator()
                        .lookAtServers(away + "," + fleet.connectString(), StoreSecurity.NONE, TIMEOUT))
                .satisfiesExactly(
                        first -> {
                            assertThat(first.server()).isEqualTo(away);
                            assertThat(first.problem()).contains("it accepts no connection: Connection refused");
                        },
                        second -> assertThat(second).isEqualTo(new ServerStanding(fleet.servers(), Optional.empty())));
    }
}
