package io.snowkeeper.simulation.machine;

/** The moments in which a process stands still where it is, between a look at the clock or the disk and its use. */
public final class Stalls {

    private final Choices choices;
    private final double probability;
    private final long maxNanos;
    private boolean over;

    public Stalls(Choices choices, double probability, long maxNanos) {
        this.choices = choices;
        this.probability = probability;
        this.maxNanos = maxNanos;
    }

    public void mayPause(SimulatedProcess process) {
        if (!over && probability > 0 && choices.chance(probability)) {
            process.pauseHere(choices.spread(1_000_000, maxNanos));
        }
    }

    /** Has none come any more. */
    public void end() {
        over = true;
    }
}
