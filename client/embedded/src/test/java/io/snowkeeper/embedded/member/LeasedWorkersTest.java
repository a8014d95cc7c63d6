package io.snowkeeper.embedded.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowkeeper.testkit.time.Patience;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LeasedWorkersTest {

    private static final int MOST = 64;

    @Test
    void allHaveBegunBeforeAnyHasEnded() {
        CountDownLatch begun = new CountDownLatch(MOST);
        AtomicInteger ended = new AtomicInteger();

        LeasedWorkers.allAtOnce(
                Collections.nCopies(MOST, () -> {
                    begun.countDown();
                    if (await(begun)) {
                        ended.incrementAndGet();
                    }
                }),
                Patience.LIMIT);

        assertThat(ended).hasValue(MOST);
    }

    @Test
    void whatGoesWrongWithOneKeepsNoOtherFromItsEnd() {
        AtomicInteger ended = new AtomicInteger();
        Runnable broken = () -> {
            throw new IllegalStateException("broken");
        };

        assertThatThrownBy(() -> LeasedWorkers.allAtOnce(List.of(broken, ended::incrementAndGet), Patience.LIMIT))
                .hasRootCauseMessage("broken");

        assertThat(ended).hasValue(1);
    }

    @Test
    void whatDoesNotEndIsNotAwaitedForEver() {
        CountDownLatch never = new CountDownLatch(1);
        AtomicInteger ended = new AtomicInteger();

        LeasedWorkers.allAtOnce(List.of(() -> await(never), ended::incrementAndGet), Duration.ofMillis(200));

        assertThat(never.getCount()).isOne();
        never.countDown();
    }

    private static boolean await(CountDownLatch latch) {
        try {
            return latch.await(60, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
