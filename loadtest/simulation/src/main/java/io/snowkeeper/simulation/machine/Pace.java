package io.snowkeeper.simulation.machine;

/** How often clients ask: often while something goes wrong and shortly after, and seldom else. */
public final class Pace {

    private static final long CALM = 100;
    private static final long MAX_NANOS = 20_000_000_000L;

    private final EventLoop loop;
    private final long busyNanos;
    private long busyUntilNanos;

    /** @param busyNanos for how long clients ask often after something went wrong */
    public Pace(EventLoop loop, long busyNanos) {
        this.loop = loop;
        this.busyNanos = busyNanos;
        stir();
    }

    /** Has clients ask often from now on, for a while. */
    public void stir() {
        busyUntilNanos = loop.nowNanos() + busyNanos;
    }

    /** Returns when to ask next, if it is this long from one question to the next in busy times. */
    public long next(Choices choices, long pauseNanos) {
        long pause = choices.between(pauseNanos / 2, pauseNanos * 2);
        return isBusy() ? pause : Math.min(pause * CALM, MAX_NANOS);
    }

    /** Returns whether something goes wrong, or did shortly ago. */
    public boolean isBusy() {
        return loop.nowNanos() < busyUntilNanos;
    }
}
