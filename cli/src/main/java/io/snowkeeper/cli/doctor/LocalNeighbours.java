package io.snowkeeper.cli.doctor;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import io.snowkeeper.cli.remote.HttpNodeClient;
import io.snowkeeper.cli.remote.NodeClient;
import io.snowkeeper.core.text.HostPort;
import io.snowkeeper.node.NodeFailedException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The programs that listen on this machine, found out by sockets. They are not asked over TLS. */
final class LocalNeighbours implements Neighbours {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** As long as the beginning of a node's {@code INFO} is at the most. */
    private static final int MAX_INFO_BYTES = 4096;

    private static final Pattern NODE_IN_INFO = Pattern.compile("server_name:snowkeeper\r\nnode:([^\r\n]*)\r\n");

    @Override
    public Optional<String> refusal(Port port) {
        try (ServerSocket socket = new ServerSocket()) {
            // As the node's sockets do: remains of former connections do not count.
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(port.host(), port.number()));
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public Optional<String> nodeAt(Port port) {
        try {
            return name(port).filter(name -> !name.isEmpty());
        } catch (NodeFailedException | IOException | IllegalArgumentException e) {
            // It is something else, or does not say.
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    private static Optional<String> name(Port port) throws NodeFailedException, IOException, InterruptedException {
        HostPort address = new HostPort(reachable(port.host()), port.number());
        return switch (port.kind()) {
            case LINE ->
                text(NodeClient.of(address, Optional.empty())
                        .within(PATIENCE)
                        .ask(NodeClient.body("status"))
                        .path("node"));
            case HTTP ->
                text(HttpNodeClient.of("http://" + address, Optional.empty())
                        .within(PATIENCE)
                        .get("/v1/fleet")
                        .at("/self/name"));
            case REDIS -> nameInInfo(address);
            case ZOOKEEPER -> Optional.empty();
        };
    }

    private static Optional<String> text(JsonNode name) {
        return name.isTextual() ? Optional.of(name.asText()) : Optional.empty();
    }

    private static Optional<String> nameInInfo(HostPort address) throws IOException {
        int millis = Math.toIntExact(PATIENCE.toMillis());
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(address.host(), address.port()), millis);
            socket.setSoTimeout(millis);
            socket.getOutputStream().write("INFO\r\n".getBytes(UTF_8));
            StringBuilder info = new StringBuilder();
            byte[] piece = new byte[MAX_INFO_BYTES];
            while (info.length() < MAX_INFO_BYTES) {
                int read = socket.getInputStream().read(piece);
                if (read < 0) {
                    break;
                }
                info.append(new String(piece, 0, read, UTF_8));
                Matcher node = NODE_IN_INFO.matcher(info);
                if (node.find()) {
                    return Optional.of(node.group(1));
                }
            }
            return Optional.empty();
        }
    }

    /** A wildcard address is contacted at one that always exists. */
    private static String reachable(String host) throws IOException {
        return InetAddress.getByName(host).isAnyLocalAddress() ? "127.0.0.1" : host;
    }
}
