package io.snowkeeper.loadtest.lines;

import io.snowkeeper.loadtest.client.TlsTrust;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of a server's address, the line to send, and the measurement's duration. */
final class ServerOptions {

    @Option(names = "--host", defaultValue = "127.0.0.1", description = "Default: ${DEFAULT-VALUE}")
    private String host;

    @Option(names = "--port", defaultValue = "7070", description = "Default: ${DEFAULT-VALUE}")
    private int port;

    @Option(
            names = "--tls-ca",
            paramLabel = "FILE",
            description = {
                "Use TLS, with a server whose certificate one of these CAs (PEM) has signed.",
                "Its name is not checked. Default: plain connections"
            })
    private @Nullable Path tlsCa;

    @Option(
            names = "--line",
            paramLabel = "TEXT",
            defaultValue = "{\"src\":\"c1\",\"dest\":\"n1\",\"body\":{\"type\":\"generate\",\"msg_id\":1}}",
            description = {"What to send, without a line's end.", "Default: ${DEFAULT-VALUE}"})
    private String line;

    @Option(
            names = "--duration",
            paramLabel = "SECONDS",
            defaultValue = "5",
            description = "How long to measure. Default: ${DEFAULT-VALUE}")
    private int durationSeconds;

    @Option(
            names = "--server-pid",
            paramLabel = "PID",
            description = "The server's process on this machine, to report its CPU time.")
    private @Nullable Long serverPid;

    InetSocketAddress address() {
        return new InetSocketAddress(host, port);
    }

    /** @throws IOException if the file has no certificates in PEM */
    Optional<TlsTrust> trust() throws IOException {
        return tlsCa == null ? Optional.empty() : Optional.of(TlsTrust.read(tlsCa));
    }

    String line() {
        return line;
    }

    Duration duration() {
        return Duration.ofSeconds(durationSeconds);
    }

    /** Returns the server's process, or an empty one. */
    ProcessCpu process() {
        return ProcessCpu.of(serverPid);
    }
}
