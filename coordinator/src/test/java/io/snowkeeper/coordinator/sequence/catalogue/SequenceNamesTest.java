package io.snowkeeper.coordinator.sequence.catalogue;

import io.snowkeeper.coordinator.sequence.access.AsyncTree;
import io.snowkeeper.coordinator.sequence.access.ServedFleet;
import io.snowkeeper.coordinator.sequence.access.BulkConnection;
import io.snowkeeper.coordinator.sequence.access.NoAnswerException;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.zookeeper.ZooDefs.Ids;
import org.apache.zookeeper.data.Stat;
import org.junit.jupiter.api.Test;

class SequenceNamesTest {

    private static final CuratorFramework NEVER_STARTED =
            CuratorFrameworkFactory.newClient("127.0.0.1:1", new RetryOneTime(1));

    private final AsyncTree tree =
            new AsyncTree(NEVER_STARTED, "", Ids.OPEN_ACL_UNSAFE, new ServedFleet(Optional::empty)) {
                @Override
                public CompletableFuture<Optional<Stat>> statLatest(String path) {
                    Stat stat = new Stat();
                    stat.setNumChildren(100_000);
                    return CompletableFuture.completedFuture(Optional.of(stat));
                }
            };

    @Test
    void aConnectionThatCannotBeOpenedFailsEveryoneWhoAsks() {
        BulkConnection bulk = new BulkConnection(
                () -> {
                    throw new IllegalArgumentException("the file is just being written");
                },
                unused -> tree);
        SequenceNames names = new SequenceNames(tree, bulk);
        for (int i = 0; i < 3; i++) {
            assertThat(names.latest())
                    .isCompletedExceptionally()
                    .failsWithin(Duration.ofMinutes(1))
                    .withThrowableThat()
                    .havingCause()
                    .isInstanceOf(NoAnswerException.class)
                    .withMessageContaining("the file is just being written");
        }
    }
}
