package io.snowkeeper.cli.fleet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.sun.net.httpserver.HttpServer;
import io.snowkeeper.node.NodeFailedException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FleetNodesTest {

    private static final String NOBODY = "http://127.0.0.1:1";

    private final List<HttpServer> servers = new ArrayList<>();

    @AfterEach
    void stopAll() {
        servers.forEach(server -> server.stop(0));
    }

    private String serving(int status, String body) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v1/fleet", exchange -> {
            byte[] bytes = body.getBytes(UTF_8);
            exchange.sendResponseHeaders(status, bytes.length);
            try (OutputStream out = exchange.getResponseBody()) {
                out.write(bytes);
            }
        });
        server.start();
        servers.add(server);
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private static FleetNodes nodes(String... urls) {
        return FleetNodes.of(String.join(",", urls), Optional.empty());
    }

    @Test
    void whereOneDoesNotAnswerTheNextOneIsAsked() throws Exception {
        String second = serving(200, "{\"fleet\":\"f\"}");

        Sighting seen = nodes(NOBODY, second).look();

        assertThat(seen.url()).isEqualTo(second);
        assertThat(seen.fleet().path("fleet").asText()).isEqualTo("f");
    }

    @Test
    void whereOneHasNotSeenTheFleetTheNextOneIsAsked() throws Exception {
        String first = serving(503, "{\"title\":\"Service Unavailable\"}");
        String second = serving(200, "{\"fleet\":\"f\"}");

        assertThat(nodes(first, second).look().url()).isEqualTo(second);
    }

    @Test
    void whenNobodyTellsTheFleetEachReasonIsTold() throws Exception {
        String second = serving(503, "{\"detail\":\"the node is starting\"}");
        FleetNodes nodes = nodes(NOBODY, second);

        assertThatExceptionOfType(NodeFailedException.class)
                .isThrownBy(nodes::look)
                .withMessageStartingWith(
                        "none of 2 nodes reports the fleet: %s: no answer from a node at ".formatted(NOBODY))
                .withMessageEndingWith("; %s: the node is starting (status 503)".formatted(second));
    }

    @Test
    void eachAddressIsChecked() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> nodes(NOBODY, "n2:7071"))
                .withMessage("must be http://HOST:PORT, IPv6 addresses in brackets: url=n2:7071");
        assertThatIllegalArgumentException().isThrownBy(() -> nodes(NOBODY, ""));
    }
}
