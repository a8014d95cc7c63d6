package io.snowkeeper.coordinator.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import io.snowkeeper.testkit.log.LogCapture;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Members of one fleet that were started with different times. */
class MemberTimesIT {

    @RegisterExtension
    private final Fleet fleet = new Fleet();

    private List<String> warningsOf(Member.Spec second) {
        fleet.start(fleet.node("n1").window(Duration.ofMinutes(1))).awaitLease();
        try (LogCapture log = LogCapture.of("io.snowkeeper.coordinator.lease.MemberTimes")) {
            Member member = fleet.start(second).awaitLease();
            // It compares after the round that grants the lease has reported it, so in the next one at the latest.
            fleet.handOn(member.workerId());
            await().until(() -> member.grants() == 2);
            return log.linesFrom(Level.WARN);
        }
    }

    @Test
    void aMemberWithAnotherWindowIsWarned() {
        assertThat(warningsOf(fleet.node("n2").window(Duration.ofSeconds(30))))
                .containsExactly("this member has window 30s, member n1 has 1m: give all members of the fleet the same,"
                        + " since ids may come twice after a restore of ZooKeeper otherwise");
    }

    @Test
    void aMemberWithAnotherSkewIsWarned() {
        assertThat(warningsOf(fleet.node("n2").window(Duration.ofMinutes(1)).maxSkew(Duration.ofSeconds(7))))
                .containsExactly(
                        "this member has max-skew 7s, member n1 has 5s: give all members of the fleet the same,"
                                + " since ids may come twice after a restore of ZooKeeper otherwise");
    }

    @Test
    void aMemberWithTheSameTimesIsNot() {
        assertThat(warningsOf(fleet.node("n2").window(Duration.ofMinutes(1)))).isEmpty();
    }
}
