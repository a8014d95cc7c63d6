package io.snowkeeper.coordinator.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.coordinator.CoordinatorUnavailableException;
import io.snowkeeper.coordinator.ZooKeeperLogin;
import io.snowkeeper.coordinator.ZooKeeperSecurity;
import io.snowkeeper.coordinator.ZooKeeperTls;
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

    private TestAuthority authority;
    private ZooKeeperProcess zooKeeper;

    @BeforeEach
    void makeAuthority() throws Exception {
        authority = TestAuthority.make(folder, "ca");
    }

    @AfterEach
    void closeAll() throws Exception {
        for (int i = opened.size() - 1; i >= 0; i--) {
            opened.get(i).close();
        }
    }

    private void startZooKeeper(Path keyStore, String clients) throws Exception {
        zooKeeper = closeLater(ZooKeeperProcess.secure(folder, keyStore, authority.certificate(), clients));
    }

    private void startZooKeeper() throws Exception {
        startZooKeeper(authority.sign("zookeeper"), "none");
    }

    private <T extends AutoCloseable> T closeLater(T resource) {
        opened.add(resource);
        return resource;
    }

    private String connectString() {
        return "127.0.0.1:" + zooKeeper.port();
    }

    private ZooKeeperSecurity trusting(Path authorities) {
        return new ZooKeeperSecurity(Optional.empty(), Optional.of(new ZooKeeperTls(authorities, Optional.empty())));
    }

    private ZooKeeperSecurity showing(Path keyStore) {
        return new ZooKeeperSecurity(
                Optional.empty(), Optional.of(new ZooKeeperTls(authority.certificate(), Optional.of(keyStore))));
    }

    private Member start(ZooKeeperSecurity security) {
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
        Member member = start(trusting(authority.certificate())).awaitLease();
        awaitRenewal(member);
        assertThat(member.grants()).isEqualTo(1);
        assertThat(member.problem()).isEmpty();
    }

    @Test
    void whileZooKeeperIsAwayIdsGoOnToTheLimitAndThenUnderTheSameLease() throws Exception {
        startZooKeeper();
        SettableClock clock = new SettableClock();
        Member member = closeLater(Member.Spec.of(connectString(), "n1")
                        .security(trusting(authority.certificate()))
                        .clock(clock)
                        .start())
                .awaitLease();
        long workerId = member.workerId();
        zooKeeper.stop();
        clock.stopAt(member.lease().reservation().limitMillis());
        member.nextId();
        clock.setTo(Duration.ZERO);
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
        zooKeeper = closeLater(
                ZooKeeperProcess.ensembleOfOne(folder, authority.sign("zookeeper"), authority.certificate()));
        Member member = start(trusting(authority.certificate())).awaitLease();
        awaitRenewal(member);
        zooKeeper.stop();
        member.awaitProblem("ZooKeeper cannot be reached");
        zooKeeper.restart();
        awaitRenewal(member);
        assertThat(member.grants()).isEqualTo(1);
    }

    @Test
    void aNodeStartsBeforeZooKeeperDoes() throws Exception {
        startZooKeeper();
        zooKeeper.stop();
        Member member = start(trusting(authority.certificate()));
        member.awaitProblem("ZooKeeper cannot be reached");
        zooKeeper.restart();
        member.awaitLease().awaitId();
    }

    @Test
    void aZooKeeperThatAnotherAuthorityHasSignedIsNotTrusted() throws Exception {
        startZooKeeper();
        Path other = TestAuthority.make(folder, "other").certificate();
        assertNotReached(start(trusting(other)), "its certificate is signed by no authority that is trusted");
    }

    @Test
    void aZooKeeperWhoseCertificateNamesAnotherHostIsNotTrusted() throws Exception {
        startZooKeeper(authority.sign("zookeeper", "127.0.0.2", Instant.now().plus(Duration.ofDays(1))), "none");
        assertNotReached(start(trusting(authority.certificate())), "its certificate does not name 127.0.0.1");
    }

    @Test
    void aZooKeeperWhoseCertificateHasExpiredIsNotTrusted() throws Exception {
        startZooKeeper(authority.sign("zookeeper", "127.0.0.1", Instant.now().minus(Duration.ofDays(1))), "none");
        assertNotReached(start(trusting(authority.certificate())), "its certificate has expired");
    }

    @Test
    void aNodeShowsItsCertificateWhereZooKeeperWantsOne() throws Exception {
        startZooKeeper(authority.sign("zookeeper"), "need");
        Member member = start(showing(authority.sign("n1"))).awaitLease();
        awaitRenewal(member);
    }

    @Test
    void aNodeWithoutACertificateGetsNothingWhereZooKeeperWantsOne() throws Exception {
        startZooKeeper(authority.sign("zookeeper"), "need");
        assertNotReached(
                start(trusting(authority.certificate())), "it does not accept our certificate, or that we show none");
    }

    @Test
    void aNodeWithACertificateOfAnotherAuthorityGetsNothing() throws Exception {
        startZooKeeper(authority.sign("zookeeper"), "need");
        Path foreign = TestAuthority.make(folder, "other").sign("n1");
        assertNotReached(start(showing(foreign)), "it does not accept our certificate, or that we show none");
    }

    @Test
    void loginAndTlsGoTogether() throws Exception {
        startZooKeeper();
        ZooKeeperTls tls = new ZooKeeperTls(authority.certificate(), Optional.empty());
        Optional<ZooKeeperTls> both = Optional.of(tls);
        start(new ZooKeeperSecurity(Optional.of(new ZooKeeperLogin("fleet", "secret")), both))
                .awaitLease();
        Member other = closeLater(Member.Spec.of(connectString(), "n2")
                .security(new ZooKeeperSecurity(Optional.empty(), both))
                .start());
        assertThat(other.awaitProblem("denies")).startsWith("ZooKeeper denies access to znode /snowkeeper/workers: ");
        assertThat(other.hadLease()).isFalse();
    }

    @Test
    void whoRetiresAWorkerIdIsToldWhyZooKeeperIsNotTrusted() throws Exception {
        startZooKeeper();
        Path other = TestAuthority.make(folder, "other").certificate();
        // Where the machine is busy, a handshake may take longer than it is looked at.
        await().untilAsserted(() -> assertThatExceptionOfType(CoordinatorUnavailableException.class)
                .isThrownBy(() -> ZooKeeperRetirement.connect(connectString(), trusting(other), Duration.ofSeconds(1)))
                .withMessageStartingWith(
                        "ZooKeeper %s cannot be reached within 1000 ms: TLS with %s fails: its certificate is signed by no authority that is trusted ("
                                .formatted(connectString(), connectString())));
    }

    @Test
    void aZooKeeperThatTakesNoLoginsIsSaidSo() throws Exception {
        ZooKeeperProcess withoutDigest =
                closeLater(ZooKeeperProcess.plain(folder, "zookeeper.DigestAuthenticationProvider.enabled=false"));
        Member member = closeLater(Member.Spec.of("127.0.0.1:" + withoutDigest.port(), "n1")
                .login(new ZooKeeperLogin("fleet", "secret"))
                .start());
        assertThat(member.awaitProblem("refuses"))
                .isEqualTo(
                        "ZooKeeper refuses logins by user and password (its digest authentication is off); turn it on there, or start without --zookeeper-auth-file");
        assertThat(member.hadLease()).isFalse();
    }
}
