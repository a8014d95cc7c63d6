package io.snowkeeper.node.line.codec;

/** The limits on the cost of a line. Lengths are in bytes, a line's end not counted. */
public final class LineLimits {

    /** Any request. */
    public static final int MAX_LINE = 64 * 1024;

    /** A request that carries a list of ids. */
    public static final int MAX_LONG_LINE = 1024 * 1024;

    /** The longest request that is read only to name it in the refusal for its client's rate. */
    public static final int MAX_LINE_BEYOND_RATE = 4 * 1024;

    private LineLimits() {}
}
