package io.snowkeeper.client.internal.wire;

import java.util.HexFormat;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * The identity of a client towards servers: its name, and the numbers of its messages, which no two of its connections
 * share. So answers for another client or connection are recognized. Used on the client's thread alone, but for the
 * time.
 */
public final class ClientIdentity {

    /** Numbers start below that, by chance. */
    private static final long FIRST_IDS = 1L << 40;

    private final String name;
    private final LongSupplier nanoTime;
    private final Optional<String> token;
    private long msgId;

    /** @param token presented to servers, empty for none */
    public ClientIdentity(RandomGenerator random, LongSupplier nanoTime, Optional<String> token) {
        this.token = token;
        this.name = "client-" + HexFormat.of().toHexDigits(random.nextInt());
        this.nanoTime = nanoTime;
        this.msgId = random.nextLong(FIRST_IDS);
    }

    public String name() {
        return name;
    }

    /** Returns the dest that answers to us must have. */
    public Optional<String> dest() {
        return Optional.of(name);
    }

    /** Returns the token that it presents on each connection, empty for none. */
    public Optional<String> token() {
        return token;
    }

    public long nextMsgId() {
        return ++msgId;
    }

    /** Returns the time of the stopwatch that deadlines are measured with. */
    public long nanoTime() {
        return nanoTime.getAsLong();
    }
}
