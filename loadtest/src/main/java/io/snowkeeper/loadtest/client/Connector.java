package io.snowkeeper.loadtest.client;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/**
 * A factory of open {@link LineClient}s.
 *
 * @param tls the context of each TLS connection, empty for plain ones. One context for all resumes sessions, one for each does not
 * @param connectTimeout how long to wait for a connection, zero for as long as it takes
 * @param readTimeout how long to wait for something to be read, zero for as long as it takes
 * @param givingUp whether to give up once nothing came for that time; if not, the wait goes on
 */
public record Connector(
        Optional<Supplier<SSLContext>> tls, Duration connectTimeout, Duration readTimeout, BooleanSupplier givingUp) {

    /**
     * Returns one for plain connections to nodes that come and go. A client waits until it is stopped: late answers are
     * worth most.
     */
    public static Connector untilStopped(BooleanSupplier stopping) {
        return new Connector(Optional.empty(), Duration.ofSeconds(1), Duration.ofMillis(200), stopping);
    }

    /** Returns one that gives up after a time, and over TLS makes a whole handshake each time. */
    public static Connector within(Duration timeout, Optional<TlsTrust> trust) {
        return new Connector(trust.map(authorities -> authorities::newContext), timeout, timeout, () -> true);
    }

    /** Returns a connection that is open, over TLS after its handshake. The server's name is not looked at. */
    public LineClient connect(InetSocketAddress server) throws IOException {
        Socket socket = new Socket();
        try {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout((int) readTimeout.toMillis());
            socket.connect(server, (int) connectTimeout.toMillis());
            return new LineClient(
                    tls.isPresent() ? secured(socket, server, tls.get().get()) : socket, givingUp);
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    private static Socket secured(Socket socket, InetSocketAddress server, SSLContext context) throws IOException {
        SSLSocket secured = (SSLSocket)
                context.getSocketFactory().createSocket(socket, server.getHostString(), server.getPort(), true);
        secured.startHandshake();
        return secured;
    }
}
