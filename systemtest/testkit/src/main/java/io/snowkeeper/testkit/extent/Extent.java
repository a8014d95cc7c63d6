package io.snowkeeper.testkit.extent;

/**
 * How much a test explores: a short form, which runs with every change, or its full one, which runs before a release, with
 * {@code -Dsnowkeeper.full=true}. Both are the same test with other figures: the short one fails for the same reasons.
 */
public final class Extent {

    static final String PROPERTY = "snowkeeper.full";

    private Extent() {}

    /** Returns whether tests take their full form. */
    public static boolean isFull() {
        return Boolean.getBoolean(PROPERTY);
    }

    /** Returns that of two settings which is due. */
    public static <T> T of(T shortForm, T fullForm) {
        return isFull() ? fullForm : shortForm;
    }
}
