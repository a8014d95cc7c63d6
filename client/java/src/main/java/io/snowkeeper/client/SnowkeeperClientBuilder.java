package io.snowkeeper.client;

import io.snowkeeper.client.internal.dispatch.ClientRuntime;
import io.snowkeeper.client.internal.dispatch.ClientSettings;
import io.snowkeeper.core.text.HostPort;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A builder of clients. Not thread-safe. */
public final class SnowkeeperClientBuilder {

    private static final int DEFAULT_PORT = 7070;

    private @Nullable List<HostPort> servers;
    private Duration deadline = Duration.ofSeconds(5);
    private Optional<Duration> deadlineWhileAway = Optional.empty();
    private Duration attemptTimeout = Duration.ofSeconds(1);
    private int connections = 1;
    private int sequenceConnections = 8;
    private Duration lookupInterval = Duration.ofSeconds(5);
    private int maxWaiting = 100_000;
    private Optional<PrefetchLimits> prefetch = Optional.empty();
    private Optional<TlsFiles> tls = Optional.empty();
    private Optional<Token> token = Optional.empty();

    SnowkeeperClientBuilder() {}

    /**
     * Sets which servers to ask: {@code host[:port]}, separated by commas, IPv6 addresses in brackets, port
     * {@value #DEFAULT_PORT} where there is none; nodes, or load balancers before nodes. If a name has several
     * addresses, all are used equally.
     *
     * @throws IllegalArgumentException if an address is malformed or comes twice
     */
    public SnowkeeperClientBuilder servers(String addresses) {
        servers = HostPort.parseList(addresses, DEFAULT_PORT);
        return this;
    }

    /** Sets how long a call may take altogether, with all it takes to find a server; 10 ms to 1 h, 5 s by default. */
    public SnowkeeperClientBuilder deadline(Duration time) {
        deadline = time;
        return this;
    }

    /**
     * Sets how long a call may take, if that is less than the deadline, while no server is there: each has failed twice in a row, and has not
     * answered since. 10 ms to 1 h; the deadline by default. So callers that hold something meanwhile, such as a connection to a database, do not hold
     * it for long.
     */
    public SnowkeeperClientBuilder deadlineWhileAway(Duration time) {
        deadlineWhileAway = Optional.of(time);
        return this;
    }

    /**
     * Sets how long one server may take before another one is asked: for ids, and for a connection to be ready; 10 ms to the
     * deadline, 1 s by default. It must be long enough for the largest batch. For sequences a server has 2.5 s at least.
     */
    public SnowkeeperClientBuilder attemptTimeout(Duration time) {
        attemptTimeout = time;
        return this;
    }

    /** Sets how many connections for ids each server may have; 1 to 64, 1 by default. */
    public SnowkeeperClientBuilder connections(int count) {
        connections = count;
        return this;
    }

    /**
     * Sets how many connections for sequences each server may have, and so how many calls about sequences it works on at once;
     * 1 to 1,000, 8 by default.
     */
    public SnowkeeperClientBuilder sequenceConnections(int count) {
        sequenceConnections = count;
        return this;
    }

    /**
     * Sets how often names are looked up again while they are used, so that connections are opened to addresses that
     * are new and those to addresses that are gone are left; 1 s to 1 h, 5 s by default, which is how long names of a
     * headless service of Kubernetes are valid. Java itself caches addresses for 30 s, unless
     * {@code networkaddress.cache.ttl} says otherwise.
     */
    public SnowkeeperClientBuilder lookupInterval(Duration time) {
        lookupInterval = time;
        return this;
    }

    /** Sets how many calls may wait at once; those beyond are refused. 1 to 10,000,000, 100,000 by default. */
    public SnowkeeperClientBuilder maxWaiting(int calls) {
        maxWaiting = calls;
        return this;
    }

    /** Fetches single ids ahead. By default none are, and each is made on request. */
    public SnowkeeperClientBuilder prefetch(PrefetchLimits limits) {
        prefetch = Optional.of(limits);
        return this;
    }

    /** Encrypts connections, and checks the servers' certificates. By default, connections are plain. */
    public SnowkeeperClientBuilder tls(TlsFiles files) {
        tls = Optional.of(files);
        return this;
    }

    /**
     * Sets the token by which servers identify this client: the servers' own, or that of a subject of their policy. It
     * is the first message on each connection; a server that rejects it gets no further request. It goes over the wire
     * as it is: use {@link #tls} where others may listen.
     *
     * @param text 16 to 1024 visible ASCII characters
     * @throws IllegalArgumentException if it is not a token; the message does not contain it
     */
    public SnowkeeperClientBuilder token(String text) {
        token = Optional.of(new Token(text));
        return this;
    }

    /**
     * Builds a client. Nothing is sent before its first call.
     *
     * @throws IllegalArgumentException if a value is out of its range, or a file for TLS cannot be used
     * @throws IllegalStateException if no servers are set
     */
    public SnowkeeperClient build() {
        if (servers == null) {
            throw new IllegalStateException("servers must be set: servers(\"host:port,...\")");
        }
        ClientSettings settings = new ClientSettings(
                servers,
                deadline,
                deadlineWhileAway.orElse(deadline),
                attemptTimeout,
                connections,
                sequenceConnections,
                lookupInterval,
                maxWaiting);
        ClientRuntime runtime = ClientRuntime.start(
                settings, tls.map(TlsContexts::new), token.map(Token::text), new SnowkeeperFailures());
        return new SnowkeeperClient(new AsyncSnowkeeperClient(runtime, prefetch, token));
    }
}
