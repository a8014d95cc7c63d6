package io.snowkeeper.node.line;

/** How long a line may be, in bytes, its end not counted. */
final class LineLimits {

    /** Any request. */
    static final int MAX_LINE = 64 * 1024;

    /** A request that carries a list of ids. */
    static final int MAX_LONG_LINE = 1024 * 1024;

    private LineLimits() {}
}
