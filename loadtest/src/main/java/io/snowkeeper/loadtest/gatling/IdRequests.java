package io.snowkeeper.loadtest.gatling;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.util.Objects.requireNonNull;

/**
 * Requests for ids.
 *
 * @param name their name in the report
 * @param requests how many there are
 * @param batch how many ids each asks for
 */
record IdRequests(String name, int requests, int batch) {

    private static final int MAX_BATCH = 100_000;

    IdRequests {
        requireNonNull(name);
        if (requests < 1) {
            throw new IllegalArgumentException("must be >= 1: requests=" + requests);
        }
        if (batch < 1 || batch > MAX_BATCH) {
            throw new IllegalArgumentException("must be >= 1 && <= %s: batch=%s".formatted(MAX_BATCH, batch));
        }
    }

    /** Returns a request with its line's end. */
    byte[] line(long messageId) {
        String asked = batch == 1
                ? "{\"type\":\"generate\",\"msg_id\":" + messageId + "}"
                : "{\"type\":\"generate_batch\",\"msg_id\":" + messageId + ",\"count\":" + batch + "}";
        return ("{\"src\":\"gatling\",\"body\":" + asked + "}\n").getBytes(US_ASCII);
    }
}
