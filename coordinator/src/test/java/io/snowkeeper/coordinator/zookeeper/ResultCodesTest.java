package io.snowkeeper.coordinator.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.coordinator.store.NoAnswerException;
import io.snowkeeper.coordinator.store.Refusal;
import io.snowkeeper.coordinator.store.WriteRefusedException;
import java.util.List;
import org.apache.zookeeper.KeeperException.Code;
import org.junit.jupiter.api.Test;

class ResultCodesTest {

    @Test
    void aRefusedZnodeIsToldWithWhatToDo() {
        WriteRefusedException refusal = ResultCodes.refusal(1, "/snowkeeper/a", Code.QUOTAEXCEEDED);
        assertThat(refusal)
                .hasMessage(
                        "ZooKeeper refuses a write to znode /snowkeeper/a (QUOTAEXCEEDED): a quota is used up, or the memory of a node that brings its own ZooKeeper, see its log; raise it there, or let keys and reservations come to their end");
        assertThat(refusal.change()).isEqualTo(1);
        assertThat(refusal.reason()).isEqualTo(Refusal.OTHER);
        assertThat(refusal.reason().isCondition()).isFalse();
    }

    @Test
    void aTransactionThatIsRefusedAsAWholeNamesNoZnode() {
        WriteRefusedException refusal = ResultCodes.refusal(List.of("/snowkeeper/a"), null, Code.THROTTLEDOP);
        assertThat(refusal).hasMessage("ZooKeeper refuses a write (THROTTLEDOP): it is overloaded; ask again later");
        assertThat(refusal.change()).isEqualTo(WriteRefusedException.WHOLE);
    }

    @Test
    void aResultThatIsNotKnownIsNoAnswerToARead() {
        assertThat(ResultCodes.failure(ResultCodes.code(-7_777), "/snowkeeper/a"))
                .isInstanceOf(NoAnswerException.class)
                .hasMessage("ZooKeeper said SYSTEMERROR");
    }
}
