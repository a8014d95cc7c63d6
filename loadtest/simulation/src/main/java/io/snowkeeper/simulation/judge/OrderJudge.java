package io.snowkeeper.simulation.judge;

/**
 * The judge of the order of a fleet with one worker id: a call that began after another one was answered, whichever nodes they were
 * made to, has a larger id.
 */
public final class OrderJudge {

    private final boolean judges;
    private long highest = Long.MIN_VALUE;

    /** @param judges whether ids come one after the other; else they are not looked at */
    public OrderJudge(boolean judges) {
        this.judges = judges;
    }

    /** Returns the highest id that was answered so far: a call that begins now has to get a larger one. */
    public long begun() {
        return highest;
    }

    /**
     * Looks at ids that a call was answered with.
     *
     * @param begun what {@link #begun} was when it began
     */
    public void answered(String process, long begun, long... ids) {
        for (long id : ids) {
            if (judges && id <= begun) {
                throw new BrokenPromiseException(
                        "%s gave id %s to a call that began after %s was given".formatted(process, id, begun));
            }
            highest = Math.max(highest, id);
        }
    }
}
