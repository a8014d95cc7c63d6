package io.snowkeeper.cli.process;

import com.fasterxml.jackson.databind.JsonNode;
import io.snowkeeper.testkit.net.LineClient;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.SocketException;
import org.jspecify.annotations.Nullable;

/**
 * A client of the line protocol that knows nothing of ages: it asks until its connection ends, and goes on over another one.
 * The ids of each connection have to rise. Used by one thread, but for {@link #connections}.
 */
final class PlainClient implements AutoCloseable {

    private final InetSocketAddress server;
    private volatile int connections;
    private @Nullable LineClient connection;
    private long last;

    PlainClient(InetSocketAddress server) {
        this.server = server;
    }

    /** @throws IllegalStateException if the answer is no id, or one that does not rise */
    long next() throws IOException {
        while (true) {
            LineClient open = connection == null ? connect() : connection;
            try {
                return rising(open.generate());
            } catch (EOFException | SocketException | UncheckedIOException e) {
                close();
            }
        }
    }

    /** Returns how many it has had. */
    int connections() {
        return connections;
    }

    private LineClient connect() throws IOException {
        LineClient opened = LineClient.connect(server);
        connection = opened;
        connections = connections + 1;
        last = -1;
        return opened;
    }

    private long rising(JsonNode answer) {
        if (!answer.has("id") || answer.get("id").asLong() <= last) {
            throw new IllegalStateException("after %d came %s".formatted(last, answer));
        }
        last = answer.get("id").asLong();
        return last;
    }

    @Override
    public void close() throws IOException {
        LineClient open = connection;
        connection = null;
        if (open != null) {
            open.close();
        }
    }
}
