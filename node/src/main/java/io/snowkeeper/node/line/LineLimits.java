package io.snowkeeper.node.line;

import java.time.Duration;

/** What a line may cost. Lengths are in bytes, a line's end not counted. */
final class LineLimits {

    /** Any request. */
    static final int MAX_LINE = 64 * 1024;

    /** A request that carries a list of ids. */
    static final int MAX_LONG_LINE = 1024 * 1024;

    /** A request that is read only to say what it is that is refused for the rate of its client. */
    static final int MAX_LINE_BEYOND_RATE = 4 * 1024;

    /** From a line's first byte to its last. */
    static final Duration MAX_TIME = Duration.ofSeconds(10);

    private LineLimits() {}
}
