package io.snowkeeper.coordinator.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.coordinator.CoordinatorUnavailableException;
import io.snowkeeper.coordinator.store.StoreLogin;
import io.snowkeeper.coordinator.store.StoreSecurity;
import io.snowkeeper.coordinator.store.StoreTls;
import io.snowkeeper.testkit.net.Ports;
import io.snowkeeper.testkit.process.JavaProcess;
import io.snowkeeper.testkit.time.SettableClock;
import io.snowkeeper.testkit.tls.TestCa;
import io.snowkeeper.testkit.zookeeper.ZooKeeperServer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A ZooKeeper that is reached over TLS alone. */
class ZooKeeperTlsIT {

    @TempDir
    private Path folder;

    private final List<AutoCloseable> opened = new ArrayList<>();

    private TestCa authority;
    private ZooKeeperServer zooKeeper;

    @BeforeEach
    void makeAuthority() throws Exception {
        authority = TestCa.in(folder, "ca");
    }

    @AfterEach
    void closeAll() throws Exception {
        for (int i = opened.size() - 1; i >= 0; i--) {
            opened.get(i).close();
        }
    }

    private void startZooKeeper(Path keyStore, String clients) throws Exception {
        start(keyStore, List.of("ssl.clientAuth=" + clients));
    }

    private void start(Path keyStore, List<String> settings) throws Exception {
        zooKeeper = closeLater(
                ZooKeeperServer.secure(JavaProcess.ownClassPath(), keyStore, authority.file(), settings, folder));
    }

    private void startZooKeeper() throws Exception {
        startZooKeeper(authority.issue("zookeeper").both(), "none");
    }

    private <T extends AutoCloseable> T closeLater(T resource) {
        opened.add(resource);
        return resource;
    }

    private String connectString() {
        return zooKeeper.connectString();
    }

    private StoreSecurity trusting(Path authorities) {
        return new StoreSecurity(Optional.empty(), Optional.of(new StoreTls(authorities, Optional.empty())));
    }

    private StoreSecurity showing(Path keyStore) {
        return new StoreSecurity(Optional.empty(), Optional.of(new StoreTls(authority.file(), Optional.of(keyStore))));
    }

    private Member start(StoreSecurity security) {
        return closeLater(
                Member.Spec.of(connectString(), "n1").security(security).start());
    }

    private void assertNotReached(Member member, String reason) {
        // What follows in parentheses are words of the JDK, each release's own.
        assertThat(member.awaitProblem(": TLS with"))
                .startsWith("ZooKeeper cannot be reached at %s: TLS with %s fails: %s ("
                        .formatted(connectString(), connectString(), reason));
        assertThat(member.hadLease()).isFalse();
    }

    private static void awaitRenewal(Member member) {
        long limit = member.lease().reservation().limitMillis();
        await().until(() -> member.tryNextId().map(member::millisOf).orElse(0L) > limit);
    }

    @Test
    void aNodeClaimsAndRenews() throws Exception {
        startZooKeeper();
        Member member = start(trusting(authority.file())).awaitLease();
        awaitRenewal(member);
        assertThat(member.grants()).isEqualTo(1);
        assertThat(member.problem()).isEmpty();
    }

    @Test
    void whileZooKeeperIsAwayIdsGoOnToTheLimitAndThenUnderTheSameLease() throws Exception {
        startZooKeeper();
        SettableClock clock = new SettableClock();
        Member member = closeLater(Member.Spec.of(connectString(), "n1")
                        .security(trusting(authority.file()))
                        .clock(clock)
                        .start())
                .awaitLease();
        long workerId = member.workerId();
        zooKeeper.kill();
        clock.stopAt(member.lease().reservation().limitMillis());
        member.nextId();
        clock.setAhead(Duration.ZERO);
        assertThat(member.awaitProblem("ZooKeeper")).isEqualTo("ZooKeeper cannot be reached at " + connectString());
        await().until(() -> member.tryNextId().isEmpty());
        zooKeeper.restart();
        member.awaitId();
        awaitRenewal(member);
        assertThat(member.workerId()).isEqualTo(workerId);
        assertThat(member.grants()).isEqualTo(1);
        assertThat(member.losses()).isEmpty();
    }

    @Test
    void aNodeKeepsToTheServersItWasGivenWhateverTheEnsembleTells() throws Exception {
        // Also a port without TLS, which it tells clients to be that of all its ensemble.
        start(
                authority.issue("zookeeper").both(),
                List.of(
                        "ssl.clientAuth=none",
                        "standaloneEnabled=false",
                        "initLimit=10",
                        "syncLimit=5",
                        "server.1=127.0.0.1:%d:%d;127.0.0.1:%d".formatted(Ports.next(), Ports.next(), Ports.next())));
        Member member = start(trusting(authority.file())).awaitLease();
        awaitRenewal(member);
        zooKeeper.kill();
        member.awaitProblem("ZooKeeper cannot be reached");
        zooKeeper.restart();
        awaitRenewal(member);
        assertThat(member.grants()).isEqualTo(1);
    }

    @Test
    void aNodeStartsBeforeZooKeeperDoes() throws Exception {
        startZooKeeper();
        zooKeeper.kill();
        Member member = start(trusting(authority.file()));
        member.awaitProblem("ZooKeeper cannot be reached");
        zooKeeper.restart();
        member.awaitLease().awaitId();
    }

    @Test
    void aZooKeeperThatAnotherAuthorityHasSignedIsNotTrusted() throws Exception {
        startZooKeeper();
        Path other = TestCa.in(folder, "other").file();
        assertNotReached(start(trusting(other)), "its certificate is signed by no authority that is trusted");
    }

    @Test
    void aZooKeeperWhoseCertificateNamesAnotherHostIsNotTrusted() throws Exception {
        startZooKeeper(authority.issueFor("elsewhere.example").both(), "none");
        assertNotReached(start(trusting(authority.file())), "its certificate does not name 127.0.0.1");
    }

    @Test
    void aZooKeeperWhoseCertificateHasExpiredIsNotTrusted() throws Exception {
        startZooKeeper(
                authority
                        .issue("zookeeper", Instant.now().minus(Duration.ofDays(1)))
                        .both(),
                "none");
        assertNotReached(start(trusting(authority.file())), "its certificate has expired");
    }

    @Test
    void aNodeShowsItsCertificateWhereZooKeeperWantsOne() throws Exception {
        startZooKeeper(authority.issue("zookeeper").both(), "need");
        Member member = start(showing(authority.issue("n1").both())).awaitLease();
        awaitRenewal(member);
    }

    @Test
    void aNodeWithoutACertificateGetsNothingWhereZooKeeperWantsOne() throws Exception {
        startZooKeeper(authority.issue("zookeeper").both(), "need");
        assertNotReached(start(trusting(authority.file())), "it does not accept our certificate, or that we show none");
    }

    @Test
    void aNodeWithACertificateOfAnotherAuthorityGetsNothing() throws Exception {
        startZooKeeper(authority.issue("zookeeper").both(), "need");
        Path foreign = TestCa.in(folder, "other").issue("n1").both();
        assertNotReached(start(showing(foreign)), "it does not accept our certificate, or that we show none");
    }

    @Test
    void loginAndTlsGoTogether() throws Exception {
        startZooKeeper();
        StoreTls tls = new StoreTls(authority.file(), Optional.empty());
        Optional<StoreTls> both = Optional.of(tls);
        start(new StoreSecurity(Optional.of(new StoreLogin("fleet", "secret")), both))
                .awaitLease();
        Member other = closeLater(Member.Spec.of(connectString(), "n2")
                .security(new StoreSecurity(Optional.empty(), both))
                .start());
        assertThat(other.awaitProblem("denies")).startsWith("ZooKeeper denies access to znode /snowkeeper/workers: ");
        assertThat(other.hadLease()).isFalse();
    }

    @Test
    void whoRetiresAWorkerIdIsToldWhyZooKeeperIsNotTrusted() throws Exception {
        startZooKeeper();
        Path other = TestCa.in(folder, "other").file();
        // Where the machine is busy, a handshake may take longer than it is looked at.
        await().untilAsserted(() -> assertThatExceptionOfType(CoordinatorUnavailableException.class)
                .isThrownBy(() ->
                        new ZooKeeperCoordinator().retirement(connectString(), trusting(other), Duration.ofSeconds(1)))
                .withMessageStartingWith(
                        "ZooKeeper %s cannot be reached within 1000 ms: TLS with %s fails: its certificate is signed by no authority that is trusted ("
                                .formatted(connectString(), connectString())));
    }

    @Test
    void aZooKeeperThatTakesNoLoginsIsSaidSo() throws Exception {
        ZooKeeperServer withoutDigest =
                closeLater(ZooKeeperServer.plain(folder, "-Dzookeeper.DigestAuthenticationProvider.enabled=false"));
        Member member = closeLater(Member.Spec.of(withoutDigest.connectString(), "n1")
                .login(new StoreLogin("fleet", "secret"))
                .start());
        assertThat(member.awaitProblem("refuses"))
                .isEqualTo(
                        "ZooKeeper refuses logins by user and password (its digest authentication is off); turn it on there, or start without --zookeeper-auth-file");
        assertThat(member.hadLease()).isFalse();
    }
}
