package io.snowkeeper.coordinator.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import io.snowkeeper.coordinator.CoordinatorUnavailableException;
import io.snowkeeper.coordinator.FleetViewUnavailableException;
import io.snowkeeper.coordinator.MembershipStatus.Phase;
import io.snowkeeper.coordinator.StoreLogin;
import io.snowkeeper.coordinator.StoreSecurity;
import io.snowkeeper.coordinator.fleet.FleetPaths;
import io.snowkeeper.coordinator.fleet.SlotRecord;
import io.snowkeeper.coordinator.lease.WorkerIdRetirement;
import io.snowkeeper.coordinator.store.PayloadCodec;
import io.snowkeeper.testkit.log.LogCapture;
import io.snowkeeper.testkit.time.Patience;
import io.snowkeeper.testkit.wire.Wire;
import java.nio.charset.StandardCharsets;
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
import org.apache.zookeeper.server.auth.ProviderRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ZooKeeperLoginIT {

    private static final StoreLogin FLEET = new StoreLogin("fleet", "correct-horse");
    private static final StoreLogin OTHER = new StoreLogin("other", "battery-staple");

    @RegisterExtension
    private final Fleet fleet = new Fleet();

    private Member.Spec node(StoreLogin login) {
        return fleet.node("n1").login(login);
    }

    private Znodes znodes(StoreLogin login) {
        return Znodes.of(fleet.servers(), Optional.of(login));
    }

    private Znodes strangersZnodes() {
        return Znodes.of(fleet.servers(), Optional.empty());
    }

    /** Makes a znode that is of a login alone, and returns its path. */
    private String closedTo(StoreLogin login) throws Exception {
        String path = fleet.root();
        try (Znodes znodes = znodes(login)) {
            znodes.client().create().withACL(Ids.CREATOR_ALL_ACL).forPath(path);
        }
        return path;
    }

    private void awaitRenewal(Member member) {
        long limit = member.lease().reservation().limitMillis();
        fleet.pass(Member.Spec.WINDOW);
        await().until(() -> member.tryNextId().map(member::millisOf).orElse(0L) > limit);
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
            Map<String, List<ACL>> lists = znodes.below(fleet.root());
            assertThat(lists)
                    .hasSizeGreaterThanOrEqualTo(6)
                    .containsKeys(fleet.root(), fleet.root() + FleetPaths.FLEET);
            assertThat(lists.values()).allMatch(List.of(ours)::equals);
        }
    }

    @Test
    void aStrangerCanNeitherReadNorChangeNorDeleteAnyZnode() throws Exception {
        fleet.start(node(FLEET)).awaitLease();
        try (Znodes znodes = znodes(FLEET);
                Znodes strangers = strangersZnodes()) {
            CuratorFramework stranger = strangers.client();
            for (String path : znodes.below(fleet.root()).keySet()) {
                assertThatThrownBy(() -> stranger.getData().forPath(path)).isInstanceOf(NoAuthException.class);
                assertThatThrownBy(() -> stranger.getChildren().forPath(path)).isInstanceOf(NoAuthException.class);
                assertThatThrownBy(() -> stranger.getACL().forPath(path)).isInstanceOf(NoAuthException.class);
                assertThatThrownBy(() -> stranger.setData().forPath(path)).isInstanceOf(NoAuthException.class);
                assertThatThrownBy(() -> stranger.create().forPath(path + "/x")).isInstanceOf(NoAuthException.class);
                assertThatThrownBy(() ->
                                stranger.setACL().withACL(Ids.OPEN_ACL_UNSAFE).forPath(path))
                        .isInstanceOf(NoAuthException.class);
                // A child of ZooKeeper's own root is deleted under the rights of the root, if it is empty.
                assertThatThrownBy(() -> stranger.delete().forPath(path))
                        .isInstanceOf(path.equals(fleet.root()) ? NotEmptyException.class : NoAuthException.class);
            }
        }
    }

    @Test
    void aReservationGoesOnBeyondItsFirstWindow() {
        awaitRenewal(fleet.start(node(FLEET).anySkew()).awaitLease());
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
        Member member = fleet.start(node(FLEET).through(wire).anySkew()).awaitLease();
        long sessionLosses = member.membership().counts().sessionLosses();
        wire.expireSession();
        await().until(() -> member.membership().counts().sessionLosses() > sessionLosses);
        awaitRenewal(member);
        assertThat(member.grants()).isEqualTo(1);
    }

    @Test
    void aNodeWithoutTheLoginFailsAndClaimsNothing() {
        fleet.start(node(FLEET)).awaitLease();
        Member stranger = fleet.start("n2");
        await().until(() -> stranger.status().phase() == Phase.FAILED);
        assertThat(stranger.problem()).isEqualTo(denied(fleet.root() + FleetPaths.WORKERS));
        assertThat(stranger.hadLease()).isFalse();
    }

    @Test
    void aNodeWithAnotherLoginFailsAndClaimsNothing() {
        fleet.start(node(FLEET)).awaitLease();
        Member other = fleet.start(fleet.node("n2").login(OTHER));
        await().until(() -> other.status().phase() == Phase.FAILED);
        assertThat(other.problem()).isEqualTo(denied(fleet.root() + FleetPaths.WORKERS));
        assertThat(other.hadLease()).isFalse();
    }

    @Test
    void whereNobodyMayMakeTheRootTheNodeFails() throws Exception {
        String above = closedTo(OTHER);
        Member member = fleet.start(node(FLEET).at(fleet.servers() + above + "/ids"));
        await().until(() -> member.status().phase() == Phase.FAILED);
        assertThat(member.problem()).isEqualTo(denied(above + "/ids"));
    }

    @Test
    void whereNobodyMayMakeTheRootsParentTheNodeFails() throws Exception {
        String above = closedTo(OTHER);
        Member member = fleet.start(node(FLEET).at(fleet.servers() + above + "/apps/ids"));
        await().until(() -> member.status().phase() == Phase.FAILED);
        assertThat(member.problem()).isEqualTo(denied(above + "/apps"));
    }

    @Test
    void aNodeUsesARootThatWasMadeForIt() throws Exception {
        String root = closedTo(OTHER) + "/ids";
        try (Znodes admin = znodes(OTHER)) {
            List<ACL> forTheFleet = List.of(new ACL(
                    Perms.ALL, new Id("digest", DigestAuthenticationProvider.generateDigest("fleet:correct-horse"))));
            admin.client().create().withACL(forTheFleet).forPath(root);
        }
        fleet.start(node(FLEET).at(fleet.servers() + root)).awaitLease().awaitId();
    }

    @Test
    void aFleetThatWasMadeWithoutALoginIsServedWithAWarning() {
        fleet.start("n1").awaitLease();
        try (LogCapture log = LogCapture.ofOurs()) {
            fleet.start(fleet.node("n2").login(FLEET)).awaitLease();
            await().until(() -> !log.lines("every client").isEmpty());
            assertThat(log.lines("every client"))
                    .containsExactly(
                            "every client of ZooKeeper has access to ROOT, ROOT/fleet, ROOT/claims, ROOT/workers, although this node logs in: they were created without a login; once all nodes log in, close them with zkCli.sh, addauth digest USER:PASSWORD, then setAcl -R ROOT auth::cdrwa"
                                    .replace("ROOT", fleet.root()));
        }
    }

    @Test
    void whenTheZnodesAreClosedTheNodesThatLogInGoOn() throws Exception {
        fleet.start("n1").awaitLease().leave();
        Member member = fleet.start(fleet.node("n2").login(FLEET).anySkew()).awaitLease();
        try (Znodes znodes = znodes(FLEET)) {
            znodes.close(fleet.root());
        }
        awaitRenewal(member);
        assertThat(member.problem()).isEmpty();
    }

    @Test
    void anotherPasswordIsGivenWhileANodeServes() throws Exception {
        Member before = fleet.start(node(FLEET)).awaitLease();
        try (Znodes znodes = znodes(FLEET)) {
            znodes.logInAlso(OTHER);
            znodes.close(fleet.root());
        }
        Member after = fleet.start(fleet.node("n2").login(OTHER).anySkew()).awaitLease();
        before.leave();
        try (Znodes znodes = znodes(OTHER)) {
            znodes.close(fleet.root());
        }
        awaitRenewal(after);
        Member late = fleet.start(fleet.node("n3").login(FLEET));
        await().until(() -> late.status().phase() == Phase.FAILED);
    }

    @Test
    void aNodeThatIsShutOutSaysWhyItCannotShowTheFleet() throws Exception {
        Member member = fleet.start("n1").awaitLease();
        try (Znodes znodes = znodes(FLEET)) {
            znodes.close(fleet.root());
            // ZooKeeper may not answer in the time that there is for a view, which is another reason.
            await().untilAsserted(() -> assertThat(member.membership().view().toCompletableFuture())
                    .failsWithin(Duration.ofSeconds(30))
                    .withThrowableOfType(ExecutionException.class)
                    .havingCause()
                    .isInstanceOf(FleetViewUnavailableException.class)
                    .withMessage("the fleet cannot be read: " + denied(fleet.root() + FleetPaths.WORKERS)));
            znodes.open(fleet.root());
        }
    }

    @Test
    void aNodeThatIsShutOutIssuesToItsLimitAndGoesOnWhenItIsLetInAgain() throws Exception {
        Member member = fleet.start(fleet.node("n1").anySkew()).awaitLease();
        try (Znodes znodes = znodes(FLEET)) {
            znodes.close(fleet.root());
            fleet.pass(Member.Spec.TO_RENEWAL);
            // ZooKeeper need not name the znode of a refused transaction.
            assertThat(member.awaitProblem("denies"))
                    .matches(
                            "ZooKeeper denies access to (znode %s/[^:]+|one of the fleet's znodes): the fleet's znodes belong to another login; give its user and password with --zookeeper-auth-file"
                                    .formatted(fleet.root()));
            assertThat(member.status().phase()).isEqualTo(Phase.HOLDING);
            fleet.pass(Member.Spec.WINDOW);
            await().until(() -> member.tryNextId().isEmpty());
            znodes.open(fleet.root());
        }
        member.awaitId();
        assertThat(member.losses()).isEmpty();
    }

    @Test
    void aNodeWhoseLoginIsRefusedForAWhileGoesOnAfterwards() throws Exception {
        Wire wire = fleet.wire();
        Member member = fleet.start(node(FLEET).through(wire).anySkew()).awaitLease();
        refusingLogins(() -> {
            wire.cut();
            wire.heal();
            member.awaitProblem("refuses logins");
        });
        awaitRenewal(member);
        assertThat(member.losses()).isEmpty();
    }

    @Test
    void aZooKeeperThatTakesNoLoginsIsSaidSo() {
        refusingLogins(() -> {
            Member member = fleet.start(node(FLEET));
            assertThat(member.awaitProblem("refuses"))
                    .isEqualTo(
                            "ZooKeeper refuses logins by user and password (its digest authentication is off); turn it on there, or start without --zookeeper-auth-file");
            assertThat(member.hadLease()).isFalse();
        });
    }

    /** Does something while all servers of this process are as with {@code zookeeper.DigestAuthenticationProvider.enabled=false}. */
    private static void refusingLogins(Runnable meanwhile) {
        ProviderRegistry.removeProvider("digest");
        try {
            meanwhile.run();
        } finally {
            ProviderRegistry.initialize();
        }
    }

    @Test
    void aWorkerIdIsRetiredUnderTheLogin() throws Exception {
        fleet.start(node(FLEET).workerBits(0)).awaitLease().leave();
        try (Znodes znodes = znodes(FLEET)) {
            byte[] poisoned = PayloadCodec.encode(
                    new SlotRecord("claim-of-the-past", "n1", Instant.now().plus(Duration.ofDays(365))));
            znodes.client().setData().forPath(fleet.root() + FleetPaths.slot(0), poisoned);
        }
        try (WorkerIdRetirement retirement =
                new ZooKeeperCoordinator().retirement(fleet.connectString(), security(FLEET), Patience.LIMIT)) {
            assertThat(retirement.retire(0).retired()).isTrue();
        }
    }

    @Test
    void whoHasAnotherLoginRetiresNothing() throws Exception {
        fleet.start(node(FLEET).workerBits(0)).awaitLease().leave();
        try (WorkerIdRetirement retirement =
                new ZooKeeperCoordinator().retirement(fleet.connectString(), security(OTHER), Patience.LIMIT)) {
            assertThatExceptionOfType(CoordinatorUnavailableException.class)
                    .isThrownBy(() -> retirement.retire(0))
                    .withMessage(denied(fleet.root() + FleetPaths.FLEET));
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
