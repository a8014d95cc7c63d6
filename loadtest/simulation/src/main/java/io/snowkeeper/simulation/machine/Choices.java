package io.snowkeeper.simulation.machine;

import java.util.List;
import java.util.Random;

/** A stream of choices that a seed decides, the same on every machine: the algorithm of {@link Random} is part of its contract. */
public final class Choices {

    /** 2^64 divided by the golden ratio: near seeds give streams that have nothing in common. */
    private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L;

    private final Random random;

    public Choices(long seed) {
        long mixed = seed * SPREAD;
        this.random = new Random(mixed ^ mixed >>> 32);
    }

    /** Returns the source of them, for code that takes one. */
    public Random random() {
        return random;
    }

    /** Returns another stream, which does not depend on how many choices are made by this one from now on. */
    public Choices branch() {
        return new Choices(random.nextLong());
    }

    public boolean chance(double probability) {
        return random.nextDouble() < probability;
    }

    /** Returns a number from both ends and all between. */
    public long between(long from, long to) {
        return from + (long) (random.nextDouble() * (to - from + 1));
    }

    /** Returns a number of which each power of ten is as likely, so that short times are met as often as long ones. */
    public long spread(long from, long to) {
        double lowest = StrictMath.log((double) from);
        double highest = StrictMath.log((double) to);
        return (long) StrictMath.exp(lowest + random.nextDouble() * (highest - lowest));
    }

    public <T> T one(List<T> all) {
        return all.get((int) between(0, all.size() - 1));
    }
}
