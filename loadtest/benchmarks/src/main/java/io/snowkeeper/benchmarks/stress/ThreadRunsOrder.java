package io.snowkeeper.benchmarks.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.snowkeeper.core.IdRun;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZI_Result;

/** Each thread takes ids of its runs: those of one thread increase, whatever the others and the clock do. */
public final class ThreadRunsOrder {

    private ThreadRunsOrder() {}

    /** One thread takes single ids and two at once; the other moves the clock between two of its ids. */
    @JCStressTest
    @Outcome(id = "true, 7", expect = ACCEPTABLE, desc = "Each actor's increase, and all differ.")
    @Outcome(expect = FORBIDDEN, desc = "A repeat, or an actor whose ids do not increase.")
    @State
    public static class TwoThreads {

        private final Stage stage = startedStage();
        private final long[] first = new long[5];
        private final long[] second = new long[2];

        @Actor
        public void many() {
            takeFive(stage, first);
        }

        @Actor
        public void tick() {
            takeTwo(stage, second);
        }

        @Arbiter
        public void compare(ZI_Result result) {
            result.r1 = increases(first) && increases(second);
            result.r2 = distinct(first, second);
        }
    }

    /** The race above, with two threads that take many. */
    @JCStressTest
    @Outcome(id = "true, 12", expect = ACCEPTABLE, desc = "Each actor's increase, and all differ.")
    @Outcome(expect = FORBIDDEN, desc = "A repeat, or an actor whose ids do not increase.")
    @State
    public static class ThreeThreads {

        private final Stage stage = startedStage();
        private final long[] first = new long[5];
        private final long[] second = new long[5];
        private final long[] third = new long[2];

        @Actor
        public void many() {
            takeFive(stage, first);
        }

        @Actor
        public void manyMore() {
            takeFive(stage, second);
        }

        @Actor
        public void tick() {
            takeTwo(stage, third);
        }

        @Arbiter
        public void compare(ZI_Result result) {
            result.r1 = increases(first) && increases(second) && increases(third);
            result.r2 = distinct(first, second, third);
        }
    }

    private static Stage startedStage() {
        Stage stage = Stage.withPerThreadRuns();
        stage.reservation.extendTo(Long.MAX_VALUE);
        return stage;
    }

    private static void takeFive(Stage stage, long[] ids) {
        ids[0] = stage.generator.next();
        ids[1] = stage.generator.next();
        IdRun run = stage.generator.nextRun(2);
        ids[2] = run.first();
        ids[3] = run.last();
        ids[4] = stage.generator.next();
    }

    private static void takeTwo(Stage stage, long[] ids) {
        ids[0] = stage.generator.next();
        stage.tick();
        ids[1] = stage.generator.next();
    }

    private static boolean increases(long[] ids) {
        for (int i = 1; i < ids.length; i++) {
            if (ids[i] <= ids[i - 1]) {
                return false;
            }
        }
        return true;
    }

    private static int distinct(long[]... ids) {
        return (int) Stream.of(ids).flatMapToLong(LongStream::of).distinct().count();
    }
}
