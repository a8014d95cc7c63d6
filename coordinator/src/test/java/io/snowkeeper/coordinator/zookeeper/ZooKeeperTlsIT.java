package io.snowkeeper.coordinator.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.coordinator.CoordinatorUnavailableException;
import io.snowkeeper.coordinator.StoreLogin;
import io.snowkeeper.coordinator.StoreSecurity;
import io.snowkeeper.coordinator.StoreTls;
import io.snowkeeper.testkit.curator.SharedZooKeeper;
import io.snowkeeper.testkit.net.Ports;
import io.snowkeeper.testkit.process.JavaProcess;
import io.snowkeeper.testkit.time.SettableClock;
import io.snowkeeper.testkit.tls.TestCa;
import io.snowkeeper.testkit.wire.Wire;
import io.snowkeeper.testkit.zookeeper.ZooKeeperServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.retry.RetryOneTime;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A ZooKeeper that is reached over TLS alone. */
class ZooKeeperTlsIT {

    @TempDir
    private static Path folder;

    private static TestCa authority;

    /** Those that tests share, one after another: each start takes seconds of a processor. */
    private static ZooKeeperServer takesAll;

    private static ZooKeeperServer wantsCertificates;

    private final List<AutoCloseable> opened = new ArrayList<>();
    private final SettableClock clock = new SettableClock();

    private ZooKeeperServer zooKeeper;
    private String root = "";

    @BeforeAll
    static void startSharedZooKeepers() throws Exception {
        authority = TestCa.in(folder, "ca");
        Path shown = authority.issue("zookeeper").both();
        takesAll = start(shown, List.of("ssl.clientAuth=none"));
        wantsCertificates = start(shown, List.of("ssl.clientAuth=need"));
    }

    @AfterAll
    static void closeSharedZooKeepers() {
        takesAll.close();
        wantsCertificates.close();
    }

    @AfterEach
    void closeAll() throws Exception {
        for (int i = opened.size() - 1; i >= 0; i--) {
            opened.get(i).close();
        }
    }

    private static ZooKeeperServer start(Path keyStore, List<String> settings) throws Exception {
        Path home = Files.createTempDirectory(folder, "server");
        return ZooKeeperServer.secure(JavaProcess.ownClassPath(), keyStore, authority.file(), settings, home);
    }

    /** Opens a line to a ZooKeeper, which to its clients is one that shows this certificate. */
    private Wire showing(TestCa.Issued certificate) throws Exception {
        EnsembleAddress address = EnsembleAddress.parse(SharedZooKeeper.newConnectString());
        root = "/" + address.root();
        String port = address.servers().substring(address.servers().indexOf(':') + 1);
        return closeLater(Wire.withTls(Integer.parseInt(port), certificate));
    }

    private <T extends AutoCloseable> T closeLater(T resource) {
        opened.add(resource);
        return resource;
    }

    private String connectString() {
        return zooKeeper.connectString();
    }

    private static StoreSecurity trusting(Path authorities) {
        return new StoreSecurity(Optional.empty(), Optional.of(new StoreTls(authorities, Optional.empty())));
    }

    private static StoreSecurity showing(Path keyStore) {
        return new StoreSecurity(Optional.empty(), Optional.of(new StoreTls(authority.file(), Optional.of(keyStore))));
    }

    private Member start(StoreSecurity security) {
        return start(connectString(), security);
    }

    private Member start(String connectString, StoreSecurity security) {
        return closeLater(Member.Spec.of(connectString, "n1")
                .security(security)
                .clock(clock)
                .anySkew()
                .start());
    }

    private static void assertNotReached(Member member, String servers, String reason) {
        // The words in parentheses are the JDK's, and differ between releases.
        assertThat(member.awaitProblem(": TLS with"))
                .startsWith("ZooKeeper cannot be reached at %s: TLS with %s fails: %s ("
                        .formatted(servers, servers.split(",")[0], reason));
        assertThat(member.hadLease()).isFalse();
    }

    /** Deletes other tests' remains. */
    private void deleteFleet(StoreSecurity security) throws Exception {
        try (CuratorFramework client = EnsembleClients.builder(connectString(), Duration.ofSeconds(10), security)
                .retryPolicy(new RetryOneTime(100))
                .build()) {
            client.start();
            client.delete().quietly().deletingChildrenIfNeeded().forPath("/snowkeeper");
        }
    }

    private void awaitRenewal(Member member) {
        long limit = member.lease().reservation().limitMillis();
        clock.setAhead(Duration.ofMillis(limit + 1 - System.currentTimeMillis()));
        await().until(() -> member.tryNextId().map(member::millisOf).orElse(0L) > limit);
    }

    @Test
    void aNodeClaimsAndRenews() throws Exception {
        zooKeeper = takesAll;
        Member member = start(trusting(authority.file())).awaitLease();
        awaitRenewal(member);
        assertThat(member.grants()).isEqualTo(1);
        assertThat(member.problem()).isEmpty();
    }

    @Test
    void whileZooKeeperIsAwayIdsGoOnToTheLimitAndThenUnderTheSameLease() throws Exception {
        Wire wire = showing(authority.issue("away"));
        Member member =
                start(wire.connectString() + root, trusting(authority.file())).awaitLease();
        long workerId = member.workerId();
        wire.cut();
        long limit = member.lease().reservation().limitMillis();
        clock.stopAt(limit);
        member.nextId();
        member.awaitProblem("ZooKeeper cannot be reached at " + wire.connectString() + root);
        clock.stopAt(limit + 1);
        assertThat(member.tryNextId()).isEmpty();
        wire.heal();
        member.awaitId();
        awaitRenewal(member);
        assertThat(member.workerId()).isEqualTo(workerId);
        assertThat(member.grants()).isEqualTo(1);
        assertThat(member.losses()).isEmpty();
    }

    @Test
    void aNodeKeepsToTheServersItWasGivenWhateverTheEnsembleTells() throws Exception {
        // Also a port without TLS, which it announces to clients as that of all its ensemble.
        zooKeeper = closeLater(start(
                authority.issue("of-an-ensemble").both(),
                List.of(
                        "ssl.clientAuth=none",
                        "standaloneEnabled=false",
                        "initLimit=10",
                        "syncLimit=5",
                        "server.1=127.0.0.1:%d:%d;127.0.0.1:%d".formatted(Ports.next(), Ports.next(), Ports.next()))));
        Member member = start(trusting(authority.file())).awaitLease();
        awaitRenewal(member);
        zooKeeper.kill();
        // Before that, a renewal under way may have reported that the connection was lost.
        assertThat(member.awaitProblem("reached")).startsWith("ZooKeeper cannot be reached at " + connectString());
        zooKeeper.restart();
        awaitRenewal(member);
        assertThat(member.grants()).isEqualTo(1);
    }

    @Test
    void aNodeStartsBeforeZooKeeperDoes() throws Exception {
        Wire wire = showing(authority.issue("late"));
        wire.cut();
        Member member = start(wire.connectString() + root, trusting(authority.file()));
        member.awaitProblem("ZooKeeper cannot be reached");
        wire.heal();
        member.awaitLease().awaitId();
    }

    @Test
    void aZooKeeperThatAnotherAuthorityHasSignedIsNotTrusted() throws Exception {
        zooKeeper = takesAll;
        Path other = TestCa.in(folder, "other").file();
        assertNotReached(
                start(trusting(other)), connectString(), "its certificate is not signed by a trusted authority");
    }

    @Test
    void aServerIsLookedAtByTheWayThatANodeGoes() throws Exception {
        zooKeeper = takesAll;
        Path stranger = TestCa.in(folder, "stranger").file();
        assertThat(problem(trusting(authority.file()), Duration.ofSeconds(30))).isEmpty();
        // Where the machine is busy, a handshake may take longer than the check waits.
        await().untilAsserted(() -> assertThat(problem(trusting(stranger), Duration.ofSeconds(1)))
                .hasValueSatisfying(problem -> assertThat(problem)
                        .startsWith("TLS with %s fails: its certificate is not signed by a trusted authority ("
                                .formatted(connectString()))));
        assertThat(problem(StoreSecurity.NONE, Duration.ofSeconds(1)))
                .contains(
                        "it accepts connections, but gives no session within 1000 ms: it has no quorum, or is not a ZooKeeper, or is one that speaks TLS");
    }

    private Optional<String> problem(StoreSecurity security, Duration timeout) throws InterruptedException {
        return new ZooKeeperCoordinator()
                .lookAtServers(connectString(), security, timeout)
                .get(0)
                .problem();
    }

    @Test
    void aZooKeeperWhoseCertificateNamesAnotherHostIsNotTrusted() throws Exception {
        String servers = showing(authority.issueFor("elsewhere.example")).connectString();
        assertNotReached(
                start(servers, trusting(authority.file())), servers, "its certificate does not name 127.0.0.1");
    }

    @Test
    void aZooKeeperWhoseCertificateHasExpiredIsNotTrusted() throws Exception {
        String servers = showing(authority.issue("expired", Instant.now().minus(Duration.ofDays(1))))
                .connectString();
        assertNotReached(start(servers, trusting(authority.file())), servers, "its certificate has expired");
    }

    @Test
    void aNodeShowsItsCertificateWhereZooKeeperWantsOne() throws Exception {
        zooKeeper = wantsCertificates;
        Member member = start(showing(authority.issue("n1").both())).awaitLease();
        awaitRenewal(member);
    }

    @Test
    void aNodeWithoutACertificateGetsNothingWhereZooKeeperWantsOne() throws Exception {
        zooKeeper = wantsCertificates;
        assertNotReached(
                start(trusting(authority.file())), connectString(), "it rejects our certificate, or requires one");
    }

    @Test
    void aNodeWithACertificateOfAnotherAuthorityGetsNothing() throws Exception {
        zooKeeper = wantsCertificates;
        Path foreign = TestCa.in(folder, "other").issue("foreign").both();
        assertNotReached(start(showing(foreign)), connectString(), "it rejects our certificate, or requires one");
    }

    @Test
    void loginAndTlsGoTogether() throws Exception {
        zooKeeper = takesAll;
        StoreTls tls = new StoreTls(authority.file(), Optional.empty());
        Optional<StoreTls> both = Optional.of(tls);
        StoreSecurity fleet = new StoreSecurity(Optional.of(new StoreLogin("fleet", "secret")), both);
        deleteFleet(fleet);
        // No other client could do it, and it is done when all nodes are closed.
        closeLater(() -> deleteFleet(fleet));
        start(fleet).awaitLease();
        Member other = closeLater(Member.Spec.of(connectString(), "n2")
                .security(new StoreSecurity(Optional.empty(), both))
                .start());
        assertThat(other.awaitProblem("denies")).startsWith("ZooKeeper denies access to znode /snowkeeper/workers: ");
        assertThat(other.hadLease()).isFalse();
    }

    @Test
    void whoRetiresAWorkerIdIsToldWhyZooKeeperIsNotTrusted() throws Exception {
        zooKeeper = takesAll;
        Path other = TestCa.in(folder, "other").file();
        // Where the machine is busy, a handshake may take longer than the check waits.
        await().untilAsserted(() -> assertThatExceptionOfType(CoordinatorUnavailableException.class)
                .isThrownBy(() ->
                        new ZooKeeperCoordinator().retirement(connectString(), trusting(other), Duration.ofSeconds(1)))
                .withMessageStartingWith(
                        "ZooKeeper %s cannot be reached within 1000 ms: TLS with %s fails: its certificate is not signed by a trusted authority ("
                                .formatted(connectString(), connectString())));
    }
}
