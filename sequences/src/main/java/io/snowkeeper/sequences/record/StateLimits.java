package io.snowkeeper.sequences.record;

/**
 * The limits of a sequence's state: it is written with every number, so growing parts lie in records of their own,
 * which are written when they change.
 *
 * @param renewAt the version from which on the state's record is created again: versions are of 32 bits, and must not
 *     wrap
 * @param rangesInState how many ranges the state has at the most; of more, it has none
 * @param rangesPerRecord how many lie in a record of their own
 * @param runsInState how many runs of returned numbers the state has at the most; the lowest ones
 * @param runsPerRecord how many runs lie in a record of their own at the most
 */
public record StateLimits(int renewAt, int rangesInState, int rangesPerRecord, int runsInState, int runsPerRecord) {

    public static final StateLimits DEFAULT = new StateLimits(2_000_000_000, 32, 512, 64, 512);

    /** @throws IllegalArgumentException if a limit leaves no room to move half of the content */
    public StateLimits {
        if (renewAt < 1 || rangesInState < 1 || rangesPerRecord < 1 || runsInState < 2 || runsPerRecord < 2) {
            throw new IllegalArgumentException(
                    "must be >= 1, and runs >= 2: renewAt=%s, rangesInState=%s, rangesPerRecord=%s, runsInState=%s, runsPerRecord=%s"
                            .formatted(renewAt, rangesInState, rangesPerRecord, runsInState, runsPerRecord));
        }
    }

    public StateLimits withRenewAt(int version) {
        return new StateLimits(version, rangesInState, rangesPerRecord, runsInState, runsPerRecord);
    }
}
