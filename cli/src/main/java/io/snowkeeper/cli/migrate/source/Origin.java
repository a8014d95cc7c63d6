package io.snowkeeper.cli.migrate.source;

/** Who has counted up to now, as a report speaks of it. */
public enum Origin {
    /** A Redis. Its clients go on with {@code INCR}, which confirms no number. */
    REDIS("Redis", false),
    /** A database, by sequences or in a table. */
    DATABASE("the database", true),
    /** Whoever it was that a text is of. */
    TEXT("what counted before", true);

    private final String text;
    private final boolean gapless;

    Origin(String text, boolean gapless) {
        this.text = text;
        this.gapless = gapless;
    }

    /** Returns whether those who asked it can go on with a gapless sequence, whose numbers have to be confirmed. */
    public boolean takesGapless() {
        return gapless;
    }

    /** Returns it as a part of a sentence. */
    @Override
    public String toString() {
        return text;
    }
}
