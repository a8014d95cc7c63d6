package io.snowkeeper.node.line;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LongLineThreadTest {

    private final AtomicLong now = new AtomicLong();
    private final List<Long> rests = new CopyOnWriteArrayList<>();
    private final LongLineThread thread = new LongLineThread(now::get, rests::add);
    private final CountDownLatch allAreThere = new CountDownLatch(1);

    @AfterEach
    void end() {
        thread.shutdownNow();
    }

    @Test
    void whileOthersWaitItRestsForAsLongAsALineTook() throws Exception {
        give(3_000_000);
        give(5_000_000);
        give(7_000_000);
        runAll();

        assertThat(rests).containsExactly(3_000_000L, 5_000_000L);
    }

    @Test
    void itRestsForTwentyMillisecondsAtTheMost() throws Exception {
        give(TimeUnit.SECONDS.toNanos(1));
        give(1);
        runAll();

        assertThat(rests).containsExactly(20_000_000L);
    }

    @Test
    void sixteenLinesWaitAndNoMore() {
        for (int i = 0; i <= LongLineThread.MAX_WAITING; i++) {
            give(1);
        }

        assertThatThrownBy(() -> give(1)).isInstanceOf(RejectedExecutionException.class);
    }

    private void give(long nanos) {
        thread.execute(() -> {
            try {
                allAreThere.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            now.addAndGet(nanos);
        });
    }

    private void runAll() throws InterruptedException {
        allAreThere.countDown();
        thread.shutdown();
        assertThat(thread.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
    }
}
