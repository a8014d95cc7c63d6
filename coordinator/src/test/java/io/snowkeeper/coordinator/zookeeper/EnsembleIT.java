package io.snowkeeper.coordinator.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.coordinator.WorkerLease;
import io.snowkeeper.testkit.curator.TemporaryEnsemble;
import io.snowkeeper.testkit.time.SettableClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.curator.test.InstanceSpec;
import org.apache.curator.test.TestingCluster;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Three ZooKeeper servers, of which some fail. */
class EnsembleIT {

    private final SettableClock clock = new SettableClock();

    private TestingCluster cluster;
    private Member member;

    @BeforeEach
    void startServersAndANode() throws Exception {
        cluster = TemporaryEnsemble.of(3);
        cluster.start();
        member = Member.Spec.of(cluster.getConnectString(), "n1")
                .clock(clock)
                .anySkew()
                .start()
                .awaitLease();
    }

    @AfterEach
    void stopAll() throws Exception {
        member.close();
        cluster.close();
    }

    @Test
    void aLeaseIsRenewedWithOneServerDown() throws Exception {
        cluster.killServer(cluster.getInstances().iterator().next());
        awaitRenewal(Member.Spec.TO_RENEWAL);
        assertThat(member.grants()).isEqualTo(1);
    }

    @Test
    void aLeaseIsNotRenewedWithoutAMajorityAndIsAgainWithOne() throws Exception {
        List<InstanceSpec> servers = new ArrayList<>(cluster.getInstances());
        cluster.killServer(servers.get(0));
        cluster.killServer(servers.get(1));
        clock.setAhead(Member.Spec.WINDOW);
        await().until(() -> member.tryNextId().isEmpty());
        cluster.restartServer(servers.get(0));
        awaitRenewal(Member.Spec.WINDOW);
        assertThat(member.grants()).isEqualTo(1);
    }

    private void awaitRenewal(Duration ahead) {
        WorkerLease lease = member.lease();
        long limit = lease.reservation().limitMillis();
        clock.setAhead(ahead);
        await().until(() -> lease.reservation().limitMillis() > limit);
        member.awaitId();
    }
}
