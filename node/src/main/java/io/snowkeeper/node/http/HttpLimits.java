package io.snowkeeper.node.http;

/** The limits on the parts of a request: in bytes, but for their number. */
final class HttpLimits {

    /** The first line: method, path and parameters. */
    static final int MAX_REQUEST_LINE = 4 * 1024;

    /** All headers together. */
    static final int MAX_HEADERS = 16 * 1024;

    static final int MAX_HEADER_COUNT = 100;

    static final int MAX_BODY = 64 * 1024;

    private HttpLimits() {}
}
