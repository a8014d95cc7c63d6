package io.snowkeeper.spring.id;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.core.api.NumberSequence;
import io.snowkeeper.core.api.SequenceNumbers;
import io.snowkeeper.core.api.UnavailableException;
import io.snowkeeper.core.business.Period;
import io.snowkeeper.spring.NumberSequences;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SequenceIdsTest {

    private final AtomicInteger calls = new AtomicInteger();
    private final CountDownLatch answer = new CountDownLatch(1);

    /** Each would wait for a deadline of its own, after those before it. */
    @Test
    void callersThatWaitedForACallThatFailsFailWithIt() throws Exception {
        SequenceIds ids = new SequenceIds("orders", 50, this::unavailable);
        Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
        Thread[] callers = Stream.generate(() -> new Thread(() -> failures.add(catchThrowable(ids::next))))
                .limit(5)
                .toArray(Thread[]::new);
        Stream.of(callers).forEach(Thread::start);
        await().until(() -> Stream.of(callers).allMatch(caller -> caller.getState() == Thread.State.WAITING));
        answer.countDown();
        for (Thread caller : callers) {
            caller.join();
        }

        assertThat(failures).hasSize(5).hasOnlyElementsOfType(UnavailableException.class);
        assertThat(calls).hasValue(1);
    }

    @Test
    void aCallerThatComesAfterAFailureAsksAgain() {
        SequenceIds ids = new SequenceIds("orders", 50, this::unavailable);
        answer.countDown();
        assertThat(catchThrowable(ids::next)).isInstanceOf(UnavailableException.class);
        assertThat(catchThrowable(ids::next)).isInstanceOf(UnavailableException.class);

        assertThat(calls).hasValue(2);
    }

    /** With a period, they come again with the next one. */
    @Test
    void numbersOfAPeriodAreNoIds() {
        NumberSequence daily = new OnlyNext(
                new SequenceNumbers(List.of(1L), Optional.empty(), List.of(), Optional.of(Period.parse("2026-11-30"))));
        SequenceIds ids = new SequenceIds("orders", 1, () -> name -> daily);

        assertThat(catchThrowable(ids::next))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("the sequence must have no periods");
    }

    private record OnlyNext(SequenceNumbers numbers) implements NumberSequence {

        @Override
        public String name() {
            return "orders";
        }

        @Override
        public SequenceNumbers next(int count) {
            return numbers;
        }

        @Override
        public SequenceNumbers next(int count, String key) {
            return numbers;
        }

        @Override
        public void confirm(String reservation) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void cancel(String reservation) {
            throw new UnsupportedOperationException();
        }
    }

    private NumberSequences unavailable() {
        calls.incrementAndGet();
        try {
            answer.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        throw new UnavailableException("no server", Optional.empty());
    }
}
