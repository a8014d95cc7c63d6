package io.snowkeeper.node.redis.codec;

/** The limits on the cost of a command. */
public final class CommandLimits {

    /** A command with all of its arguments and their lengths, or one that is a line, in bytes. */
    public static final int MAX_BYTES = 64 * 1024;

    /** The name and the arguments of a command. */
    public static final int MAX_PARTS = 1024;

    private CommandLimits() {}
}
