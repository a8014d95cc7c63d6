package io.snowkeeper.sequences.record;

/**
 * The last write of a process, so that the process recognises it when the answer was lost.
 *
 * @param token the process's random name and its count of writes
 * @param first the place of the first number it took, 0 if it took none
 * @param count how many it took
 */
public record LastGrant(String token, long first, long count) {

    /** Returns the token of a write. */
    public static String token(String process, long count) {
        return process + "-" + count;
    }

    /** Returns whether both are of one process. */
    boolean sameProcess(LastGrant other) {
        return isOfProcess(other.token);
    }

    /** Returns whether a token is of the same process. */
    boolean isOfProcess(String other) {
        return process(token).equals(process(other));
    }

    /** Returns whether it is that write, or a later one of the same process. */
    boolean isOrFollows(String other) {
        return isOfProcess(other) && count(token) >= count(other);
    }

    private static long count(String token) {
        return Long.parseLong(token.substring(token.lastIndexOf('-') + 1));
    }

    private static String process(String token) {
        return token.substring(0, token.lastIndexOf('-'));
    }
}
