package io.snowkeeper.coordinator.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.core.Layout;
import java.util.ArrayList;
import java.util.List;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WorkerLeaseIT {

    private TestingServer zooKeeper;

    @BeforeEach
    void startZooKeeper() throws Exception {
        zooKeeper = new TestingServer();
    }

    @AfterEach
    void stopZooKeeper() throws Exception {
        zooKeeper.close();
    }

    @Test
    void aNodeIsLeasedAWorkerIdAndIssuesIdsUnderIt() {
        try (Member member = Member.start(Member.settings(zooKeeper.getConnectString(), "n1"))
                .awaitLease()) {
            assertThat(Layout.DEFAULT.workerIdOf(member.nextId())).isEqualTo(member.workerId());
        }
    }

    @Test
    void fortyNodesThatStartTogetherOnAnEmptyTreeGetFortyWorkerIds() {
        List<Member> members = new ArrayList<>();
        for (int node = 0; node < 40; node++) {
            members.add(Member.start(Member.settings(zooKeeper.getConnectString(), "n" + node)));
        }
        assertThat(members.stream().map(member -> member.awaitLease().workerId()))
                .doesNotHaveDuplicates();
        members.forEach(Member::close);
    }
}
