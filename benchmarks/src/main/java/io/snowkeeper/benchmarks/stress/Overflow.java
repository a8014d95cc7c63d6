package io.snowkeeper.benchmarks.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** One sequence is left in the tick. Two threads want it; who is late waits until a third moves the clock. */
@JCStressTest
@Outcome(id = "1, 10", expect = ACCEPTABLE, desc = "The first actor took the last sequence, the second waited.")
@Outcome(id = "10, 1", expect = ACCEPTABLE, desc = "The second actor took the last sequence, the first waited.")
@Outcome(id = "10, 11", expect = ACCEPTABLE, desc = "Both after the tick, the first actor first.")
@Outcome(id = "11, 10", expect = ACCEPTABLE, desc = "Both after the tick, the second actor first.")
@Outcome(expect = FORBIDDEN, desc = "A sequence given twice, one beyond the last, or a tick that was not read.")
@State
public class Overflow {

    private final Stage stage = new Stage(Stage.NARROW);

    public Overflow() {
        stage.reservation.extendTo(Long.MAX_VALUE);
        stage.generator.next();
    }

    @Actor
    public void first(II_Result result) {
        result.r1 = stage.shorten(stage.generator.next());
    }

    @Actor
    public void second(II_Result result) {
        result.r2 = stage.shorten(stage.generator.next());
    }

    @Actor
    public void clock() {
        stage.tick();
    }
}
