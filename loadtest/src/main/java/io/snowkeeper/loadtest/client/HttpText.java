package io.snowkeeper.loadtest.client;

/** Requests of HTTP/1.1 as they go over the wire. */
public final class HttpText {

    private HttpText() {}

    /**
     * Returns a request without a body.
     *
     * @param request method and path
     * @param headers further header lines, each with its end
     */
    public static String request(String request, String headers) {
        return request + " HTTP/1.1\r\nHost: localhost\r\n" + headers + "\r\n";
    }
}
