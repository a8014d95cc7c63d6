package io.snowkeeper.node.http;

/** The refusal of a request that has more headers than it may. */
final class TooManyHeadersException extends RuntimeException {

    private static final long serialVersionUID = 1;

    TooManyHeadersException() {
        super("more than %s headers".formatted(HttpLimits.MAX_HEADER_COUNT));
    }
}
