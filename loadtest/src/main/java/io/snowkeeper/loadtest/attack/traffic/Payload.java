package io.snowkeeper.loadtest.attack.traffic;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.time.Duration;

/** The bytes that an attacker sends over a connection: some first, then others over and over. Immutable. */
final class Payload {

    private final byte[] first;
    private final byte[] repeated;
    private final long times;
    private final Duration pause;
    private final int unanswered;

    private Payload(byte[] first, byte[] repeated, long times, Duration pause, int unanswered) {
        this.first = first;
        this.repeated = repeated;
        this.times = times;
        this.pause = pause;
        this.unanswered = unanswered;
    }

    /** Returns a text that is sent once. */
    static Payload once(String text) {
        return new Payload(text.getBytes(US_ASCII), new byte[0], 0, Duration.ZERO, Integer.MAX_VALUE);
    }

    /** Returns a text that is sent so often, as fast as it is taken. */
    static Payload times(long times, String text) {
        return new Payload(new byte[0], text.getBytes(US_ASCII), times, Duration.ZERO, Integer.MAX_VALUE);
    }

    /** Returns a text that is sent for ever, as fast as it is taken. */
    static Payload endless(String text) {
        return times(Long.MAX_VALUE, text);
    }

    /**
     * Returns an HTTP request that is sent for ever, each time when at most {@code unanswered} before it are without an
     * answer.
     */
    static Payload requests(int unanswered, String request) {
        return new Payload(new byte[0], request.getBytes(US_ASCII), Long.MAX_VALUE, Duration.ZERO, unanswered);
    }

    /** Returns this with another text that is sent for ever afterwards, with pauses. */
    Payload thenEvery(Duration pauses, String text) {
        return new Payload(first, text.getBytes(US_ASCII), Long.MAX_VALUE, pauses, unanswered);
    }

    /** Returns the bytes of one write: the first part is number 0. Empty when there is no more. */
    byte[] part(long number) {
        if (number == 0) {
            return first;
        }
        return number <= times ? repeated : new byte[0];
    }

    /**
     * Returns whether there is such a part, and it may be sent.
     *
     * @param answers how many answers of HTTP have come so far
     */
    boolean has(long number, long answers) {
        return number <= times && number - answers <= unanswered;
    }

    /** Returns how long to wait before each part but the first. */
    Duration pause() {
        return pause;
    }
}
