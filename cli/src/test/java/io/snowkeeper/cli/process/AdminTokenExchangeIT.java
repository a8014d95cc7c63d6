package io.snowkeeper.cli.process;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import io.snowkeeper.testkit.node.NodeProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The node's token is exchanged while it runs, as an operator does it, and as Kubernetes does. */
@Tag("system")
class AdminTokenExchangeIT {

    private static final String FIRST = "f3a1-the-first-token-77c0";
    private static final String SECOND = "f3a1-the-second-token-77c1";

    /** It is let pass, and is no definition of a sequence. */
    private static final int PASSED = 400;

    private static final int REFUSED = 401;

    @TempDir(cleanup = ON_SUCCESS)
    private Path folder;

    private final HttpClient client = HttpClient.newHttpClient();
    private Path file;
    private NodeProcess node;

    /** The file is a link to one in a folder that is a link, as in a pod. */
    @BeforeEach
    void startNode() throws IOException {
        Path mounted = Files.createDirectory(folder.resolve("mounted"));
        Files.createSymbolicLink(mounted.resolve("..data"), version("..1", FIRST));
        file = Files.createSymbolicLink(mounted.resolve("token"), Path.of("..data/token"));
        node = NodeProcess.serve(
                folder,
                Map.of(),
                "--name",
                "n1",
                "--embedded-zookeeper-port",
                "0",
                "--admin-token-file",
                file.toString());
        node.awaitWorkerId();
        assertThat(define(FIRST)).isEqualTo(PASSED);
    }

    @AfterEach
    void stopNode() {
        node.close();
    }

    private Path version(String name, String token) throws IOException {
        Path made = Files.createDirectory(folder.resolve("mounted").resolve(name));
        Files.writeString(made.resolve("token"), token);
        return made.getFileName();
    }

    @Test
    void aFileThatIsMovedInItsPlaceIsTakenUp() throws IOException {
        Files.move(Files.writeString(folder.resolve("next"), SECOND + "\n"), file, ATOMIC_MOVE);

        onlyTheSecondTokenCounts();
    }

    @Test
    void aSecretThatKubernetesExchangesIsTakenUp() throws IOException {
        Path mounted = file.getParent();
        Path next = Files.createSymbolicLink(mounted.resolve("..data_tmp"), version("..2", SECOND));
        Files.move(next, mounted.resolve("..data"), ATOMIC_MOVE);

        onlyTheSecondTokenCounts();
    }

    private void onlyTheSecondTokenCounts() {
        await("the second token").until(() -> define(SECOND) == PASSED);
        assertThat(define(FIRST)).isEqualTo(REFUSED);
        assertThat(node.stderr())
                .contains("admin token: a new one is in force, from " + file)
                .doesNotContain(FIRST, SECOND);
    }

    /** Asks for a sequence without saying which; returns the status. */
    private int define(String token) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(node.httpUrl() + "/v1/sequences"))
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{}"))
                .build();
        try {
            return client.send(request, BodyHandlers.discarding()).statusCode();
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
