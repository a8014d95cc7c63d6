package io.snowkeeper.coordinator.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import io.snowkeeper.coordinator.CoordinatorUnavailableException;
import io.snowkeeper.coordinator.FleetViewUnavailableException;
import io.snowkeeper.coordinator.MembershipStatus.Phase;
import io.snowkeeper.coordinator.fleet.FleetPaths;
import io.snowkeeper.coordinator.fleet.SlotRecord;
import io.snowkeeper.coordinator.lease.WorkerIdRetirement;
import io.snowkeeper.coordinator.store.PayloadCodec;
import io.snowkeeper.coordinator.store.StoreLogin;
import io.snowkeeper.coordinator.store.StoreSecurity;
import io.snowkeeper.testkit.log.LogCapture;
import io.snowkeeper.testkit.zookeeper.ZooKeeperServer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.KeeperException.NoAuthException;
import org.apache.zookeeper.KeeperException.NotEmptyException;
import org.apache.zookeeper.ZooDefs.Ids;
import org.apache.zookeeper.ZooDefs.Perms;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Id;
import org.apache.zookeeper.server.auth.DigestAuthenticationProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class ZooKeeperLoginIT {

    private static final StoreLogin FLEET = new StoreLogin("fleet", "correct-horse");
    private static final StoreLogin OTHER = new StoreLogin("other", "battery-staple");

    private static final String ROOT = "/snowkeeper";

    @RegisterExtension
    private final Fleet fleet = new Fleet();

    private Member.Spec node(StoreLogin login) {
        return fleet.node("n1").login(login);
    }

    private Znodes znodes(StoreLogin login) {
        return Znodes.of(fleet.connectString(), Optional.of(login));
    }

    private Znodes strangersZnodes() {
        return Znodes.of(fleet.connectString(), Optional.empty());
    }

    private static StoreSecurity security(StoreLogin login) {
        return new StoreSecurity(Optional.of(login), Optional.empty());
    }

    private static String denied(String path) {
        return "ZooKeeper denies access to znode %s: the fleet's znodes belong to another login; give its user and password with --zookeeper-auth-file"
                .formatted(path);
    }

    @Test
    void everyZnodeOfALeaseBelongsToTheLoginAlone() throws Exception {
        fleet.start(node(FLEET)).awaitLease();
        ACL ours = new ACL(
                Perms.ALL, new Id("digest", DigestAuthenticationProvider.generateDigest("fleet:correct-horse")));
        try (Znodes znodes = znodes(FLEET)) {
            Map<String, List<ACL>> lists = znodes.below(ROOT);
            assertThat(lists).hasSizeGreaterThanOrEqualTo(6).containsKeys(ROOT, ROOT + FleetPaths.FLEET);
            assertThat(lists.values()).allMatch(List.of(ours)::equals);
        }
    }

    @Test
    void aStrangerCanNeitherReadNorChangeNorDeleteAnyZnode() throws Exception {
        fleet.start(node(FLEET)).awaitLease();
        try (Znodes znodes = znodes(FLEET);
                Znodes strangers = strangersZnodes()) {
            CuratorFramework stranger = strangers.client();
            for (String path : znodes.below(ROOT).keySet()) {
                assertThatThrownBy(() -> stranger.getData().forPath(path)).isInstanceOf(NoAuthException.class);
                assertThatThrownBy(() -> stranger.getChildren().forPath(path)).isInstanceOf(NoAuthException.class);
                assertThatThrownBy(() -> stranger.getACL().forPath(path)).isInstanceOf(NoAuthException.class);
                assertThatThrownBy(() -> stranger.setData().forPath(path)).isInstanceOf(NoAuthException.class);
                assertThatThrownBy(() -> stranger.create().forPath(path + "/x")).isInstanceOf(NoAuthException.class);
                assertThatThrownBy(() ->
                                stranger.setACL().withACL(Ids.OPEN_ACL_UNSAFE).forPath(path))
                        .isInstanceOf(NoAuthException.class);
                // What is directly below ZooKeeper's own root is deleted under the rights of that, if it is empty.
                assertThatThrownBy(() -> stranger.delete().forPath(path))
                        .isInstanceOf(path.equals(ROOT) ? NotEmptyException.class : NoAuthException.class);
            }
        }
    }

    @Test
    void aReservationGoesOnBeyondItsFirstWindow() {
        Member member = fleet.start(node(FLEET)).awaitLease();
        long firstLimit = member.lease().reservation().limitMillis();
        await().until(() -> member.tryNextId().map(member::millisOf).orElse(0L) > firstLimit);
    }

    @Test
    void anotherNodeOfTheSameLoginJoinsTheFleet() {
        Member first = fleet.start(node(FLEET)).awaitLease();
        Member second = fleet.start(fleet.node("n2").login(FLEET)).awaitLease();
        assertThat(second.status().fleetId()).isEqualTo(first.status().fleetId());
        assertThat(second.workerId()).isNotEqualTo(first.workerId());
    }

    @Test
    void aNewSessionIsLoggedInAsWell() throws Exception {
        Wire wire = fleet.wire();
        Member member = fleet.start(node(FLEET).through(wire).session(Duration.ofSeconds(1)))
                .awaitLease();
        long sessionLosses = member.membership().counts().sessionLosses();
        wire.hold();
        await().until(() -> member.membership().counts().sessionLosses() > sessionLosses);
        wire.heal();
        long limit = member.lease().reservation().limitMillis();
        await().until(() -> member.tryNextId().map(member::millisOf).orElse(0L) > limit);
        assertThat(member.grants()).isEqualTo(1);
    }

    @Test
    void aNodeWithoutTheLoginFailsAndClaimsNothing() {
        fleet.start(node(FLEET)).awaitLease();
        Member stranger = fleet.start("n2");
        await().until(() -> stranger.status().phase() == Phase.FAILED);
        assertThat(stranger.problem()).isEqualTo(denied(ROOT + FleetPaths.WORKERS));
        assertThat(stranger.hadLease()).isFalse();
    }

    @Test
    void aNodeWithAnotherLoginFailsAndClaimsNothing() {
        fleet.start(node(FLEET)).awaitLease();
        Member other = fleet.start(fleet.node("n2").login(OTHER));
        await().until(() -> other.status().phase() == Phase.FAILED);
        assertThat(other.problem()).isEqualTo(denied(ROOT + FleetPaths.WORKERS));
        assertThat(other.hadLease()).isFalse();
    }

    @Test
    void whereNobodyMayMakeTheRootTheNodeFails() throws Exception {
        try (Znodes znodes = znodes(OTHER)) {
            znodes.client().setACL().withACL(Ids.CREATOR_ALL_ACL).forPath("/");
            Member member = fleet.start(node(FLEET));
            await().until(() -> member.status().phase() == Phase.FAILED);
            assertThat(member.problem()).isEqualTo(denied(ROOT));
            znodes.client().setACL().withACL(Ids.OPEN_ACL_UNSAFE).forPath("/");
        }
    }

    @Test
    void whereNobodyMayMakeTheRootsParentTheNodeFails() throws Exception {
        try (Znodes znodes = znodes(OTHER)) {
            znodes.client().setACL().withACL(Ids.CREATOR_ALL_ACL).forPath("/");
            Member member = fleet.start(node(FLEET).at(fleet.connectString() + "/apps/ids"));
            await().until(() -> member.status().phase() == Phase.FAILED);
            assertThat(member.problem()).isEqualTo(denied("/apps"));
            znodes.client().setACL().withACL(Ids.OPEN_ACL_UNSAFE).forPath("/");
        }
    }

    @Test
    void aNodeUsesARootThatWasMadeForIt() throws Exception {
        try (Znodes admin = znodes(OTHER)) {
            List<ACL> forTheFleet = List.of(new ACL(
                    Perms.ALL, new Id("digest", DigestAuthenticationProvider.generateDigest("fleet:correct-horse"))));
            admin.client().create().withACL(forTheFleet).forPath(ROOT);
            admin.client().setACL().withACL(Ids.CREATOR_ALL_ACL).forPath("/");
            fleet.start(node(FLEET)).awaitLease().awaitId();
            admin.client().setACL().withACL(Ids.OPEN_ACL_UNSAFE).forPath("/");
        }
    }

    @Test
    void aFleetThatWasMadeWithoutALoginIsServedWithAWarning() {
        fleet.start("n1").awaitLease();
        try (LogCapture log = LogCapture.ofOurs()) {
            fleet.start(fleet.node("n2").login(FLEET)).awaitLease();
            await().until(() -> !log.lines("everybody").isEmpty());
            assertThat(log.lines("everybody"))
                    .containsExactly(
                            "everybody who reaches ZooKeeper has access to /snowkeeper, /snowkeeper/fleet, /snowkeeper/claims, /snowkeeper/workers, although this node logs in: they were made without a login; once all nodes log in, close them with zkCli.sh, addauth digest USER:PASSWORD, then setAcl -R /snowkeeper auth::cdrwa");
        }
    }

    @Test
    void whenTheZnodesAreClosedTheNodesThatLogInGoOn() throws Exception {
        fleet.start("n1").awaitLease().leave();
        Member member = fleet.start(fleet.node("n2").login(FLEET)).awaitLease();
        try (Znodes znodes = znodes(FLEET)) {
            znodes.close(ROOT);
        }
        long limit = member.lease().reservation().limitMillis();
        await().until(() -> member.tryNextId().map(member::millisOf).orElse(0L) > limit);
        assertThat(member.problem()).isEmpty();
    }

    @Test
    void anotherPasswordIsGivenWhileANodeServes() throws Exception {
        Member before = fleet.start(node(FLEET)).awaitLease();
        try (Znodes znodes = znodes(FLEET)) {
            znodes.logInAlso(OTHER);
            znodes.close(ROOT);
        }
        Member after = fleet.start(fleet.node("n2").login(OTHER)).awaitLease();
        before.leave();
        try (Znodes znodes = znodes(OTHER)) {
            znodes.close(ROOT);
        }
        long limit = after.lease().reservation().limitMillis();
        await().until(() -> after.tryNextId().map(after::millisOf).orElse(0L) > limit);
        Member late = fleet.start(fleet.node("n3").login(FLEET));
        await().until(() -> late.status().phase() == Phase.FAILED);
    }

    @Test
    void aNodeThatIsShutOutSaysWhyItCannotShowTheFleet() throws Exception {
        Member member = fleet.start("n1").awaitLease();
        try (Znodes znodes = znodes(FLEET)) {
            znodes.close(ROOT);
            // ZooKeeper may not answer in the time that there is for a view, which is another reason.
            await().untilAsserted(() -> assertThat(member.membership().view().toCompletableFuture())
                    .failsWithin(Duration.ofSeconds(30))
                    .withThrowableOfType(ExecutionException.class)
                    .havingCause()
                    .isInstanceOf(FleetViewUnavailableException.class)
                    .withMessage("the fleet cannot be read: " + denied(ROOT + FleetPaths.WORKERS)));
            znodes.open(ROOT);
        }
    }

    @Test
    void aNodeThatIsShutOutIssuesToItsLimitAndGoesOnWhenItIsLetInAgain() throws Exception {
        Member member = fleet.start("n1").awaitLease();
        try (Znodes znodes = znodes(FLEET)) {
            znodes.close(ROOT);
            // Of a transaction, ZooKeeper need not tell which of its znodes it was.
            assertThat(member.awaitProblem("denies"))
                    .matches(
                            "ZooKeeper denies access to (znode /snowkeeper/[^:]+|one of the fleet's znodes): the fleet's"
                                    + " znodes belong to another login; give its user and password with --zookeeper-auth-file");
            assertThat(member.status().phase()).isEqualTo(Phase.HOLDING);
            await().until(() -> member.tryNextId().isEmpty());
            znodes.open(ROOT);
        }
        member.awaitId();
        assertThat(member.losses()).isEmpty();
    }

    @Test
    void aNodeWhoseLoginIsRefusedForAWhileGoesOnAfterwards(@TempDir Path folder) throws Exception {
        String digest = "-Dzookeeper.DigestAuthenticationProvider.enabled=";
        try (ZooKeeperServer zooKeeper = ZooKeeperServer.plain(folder, digest + true);
                Member member = node(FLEET).at(zooKeeper.connectString()).start()) {
            member.awaitLease();
            zooKeeper.restartWith(digest + false);
            member.awaitProblem("refuses logins");
            zooKeeper.restartWith(digest + true);
            long limit = member.lease().reservation().limitMillis();
            await().until(() -> member.tryNextId().map(member::millisOf).orElse(0L) > limit);
            assertThat(member.losses()).isEmpty();
        }
    }

    @Test
    void aWorkerIdIsRetiredUnderTheLogin() throws Exception {
        fleet.start(node(FLEET).workerBits(0)).awaitLease().leave();
        try (Znodes znodes = znodes(FLEET)) {
            byte[] poisoned = PayloadCodec.encode(
                    new SlotRecord("claim-of-the-past", "n1", Instant.now().plus(Duration.ofDays(365))));
            znodes.client().setData().forPath(ROOT + FleetPaths.slot(0), poisoned);
        }
        try (WorkerIdRetirement retirement =
                new ZooKeeperCoordinator().retirement(fleet.connectString(), security(FLEET), Duration.ofSeconds(10))) {
            assertThat(retirement.retire(0).retired()).isTrue();
        }
    }

    @Test
    void whoHasAnotherLoginRetiresNothing() throws Exception {
        fleet.start(node(FLEET).workerBits(0)).awaitLease().leave();
        try (WorkerIdRetirement retirement =
                new ZooKeeperCoordinator().retirement(fleet.connectString(), security(OTHER), Duration.ofSeconds(10))) {
            assertThatExceptionOfType(CoordinatorUnavailableException.class)
                    .isThrownBy(() -> retirement.retire(0))
                    .withMessage(denied(ROOT + FleetPaths.FLEET));
        }
    }

    @Test
    void noLogTellsThePassword() {
        byte[] password = FLEET.password().getBytes(StandardCharsets.US_ASCII);
        String decimal = Arrays.toString(password);
        try (LogCapture log = LogCapture.ofEverything()) {
            fleet.start(node(FLEET)).awaitLease();
            Member other = fleet.start(fleet.node("n2").login(OTHER));
            await().until(() -> other.status().phase() == Phase.FAILED);
            assertThat(log.linesFrom(Level.TRACE))
                    .anyMatch(line -> line.contains("auth success"))
                    .noneMatch(line -> line.contains(FLEET.password()))
                    .noneMatch(line -> line.contains(OTHER.password()))
                    .noneMatch(line -> line.toLowerCase(java.util.Locale.ROOT)
                            .contains(HexFormat.of().formatHex(password)))
                    .noneMatch(line -> line.contains(decimal.substring(1, decimal.length() - 1)));
        }
    }
}
