package io.snowkeeper.coordinator.zookeeper;

import io.snowkeeper.coordinator.StoreTls;
import io.snowkeeper.core.text.HostPort;
import io.snowkeeper.core.text.TlsFailure;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.apache.zookeeper.client.ZKClientConfig;
import org.apache.zookeeper.common.ClientX509Util;
import org.apache.zookeeper.common.X509Exception;

/**
 * A check why no TLS connection comes about, by a connection that is made and closed again: ZooKeeper's client does not
 * report the cause. Blocks.
 */
final class TlsCheck {

    static final int CONNECT_MILLIS = 3_000;
    private static final int READ_MILLIS = 1_000;

    private final List<HostPort> servers;
    private final StoreTls tls;

    TlsCheck(List<HostPort> servers, StoreTls tls) {
        this.servers = List.copyOf(servers);
        this.tls = tls;
    }

    /** Returns why TLS fails with the first server where it does, empty if it fails with none that can be reached. */
    Optional<String> failure() {
        SSLContext context;
        try {
            context = context();
        } catch (X509Exception | IllegalArgumentException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
        return servers.stream()
                .flatMap(server -> failure(context, server).stream())
                .findFirst();
    }

    private SSLContext context() throws X509Exception {
        // Anew each time, as the client does: the files may have been exchanged.
        ZKClientConfig config = TlsConfiguration.of(tls);
        try (ClientX509Util x509 = new ClientX509Util()) {
            return x509.createSSLContext(config);
        }
    }

    private static Optional<String> failure(SSLContext context, HostPort server) {
        String host = server.host();
        try (Socket plain = new Socket()) {
            plain.connect(new InetSocketAddress(host, server.port()), CONNECT_MILLIS);
            try (SSLSocket socket =
                    (SSLSocket) context.getSocketFactory().createSocket(plain, host, server.port(), true)) {
                SSLParameters parameters = socket.getSSLParameters();
                parameters.setEndpointIdentificationAlgorithm("HTTPS");
                socket.setSSLParameters(parameters);
                socket.setSoTimeout(CONNECT_MILLIS);
                socket.startHandshake();
                // With TLS 1.3, a server that does not like our certificate says so after the handshake.
                socket.setSoTimeout(READ_MILLIS);
                // If it only closes the connection, that has nothing to do with TLS.
                var unused = socket.getInputStream().read();
                return Optional.empty();
            }
        } catch (SocketTimeoutException e) {
            return Optional.empty();
        } catch (SSLException e) {
            return Optional.of("TLS with %s fails: %s".formatted(server, TlsFailure.describe(e, host)));
        } catch (IOException e) {
            // Away, or a broken connection: nothing that certificates have to do with.
            return Optional.empty();
        }
    }
}
