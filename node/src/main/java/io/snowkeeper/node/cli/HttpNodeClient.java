package io.snowkeeper.node.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.snowkeeper.node.NodeFailedException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLContext;

/** Asks a running node what only its HTTP API tells. */
final class HttpNodeClient {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final int OK = 200;

    private static final String SECURE = "https";

    private final URI base;
    private final Optional<SSLContext> tls;

    private HttpNodeClient(URI base, Optional<SSLContext> tls) {
        this.base = base;
        this.tls = tls;
    }

    /**
     * Makes a client; nothing is opened before {@link #get}.
     *
     * @param tls what makes connections to {@code https}; empty to trust whom Java trusts
     * @throws IllegalArgumentException if the address is not {@code http://host:port}, or with {@code https}; or is not
     *     with {@code https} although there is something to make such connections
     */
    static HttpNodeClient of(String url, Optional<SSLContext> tls) {
        URI base;
        try {
            base = URI.create(url.endsWith("/") ? url.substring(0, url.length() - 1) : url);
        } catch (IllegalArgumentException e) {
            throw malformed(url);
        }
        if (base.getHost() == null || !Set.of("http", SECURE).contains(String.valueOf(base.getScheme()))) {
            throw malformed(url);
        }
        if (tls.isPresent() && !base.getScheme().equals(SECURE)) {
            throw new IllegalArgumentException("must be https://HOST:PORT to be asked over TLS: url=" + url);
        }
        return new HttpNodeClient(base, tls);
    }

    private static IllegalArgumentException malformed(String url) {
        return new IllegalArgumentException("must be http://HOST:PORT: url=" + url);
    }

    /**
     * Returns what is at a path.
     *
     * @throws NodeFailedException if the node cannot be reached, or refuses
     */
    JsonNode get(String path) throws NodeFailedException, InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(base + path)).timeout(TIMEOUT).build();
        try {
            HttpClient.Builder client = HttpClient.newBuilder().connectTimeout(TIMEOUT);
            tls.ifPresent(client::sslContext);
            HttpResponse<String> response = client.build().send(request, HttpResponse.BodyHandlers.ofString());
            JsonNode body = JSON.readTree(response.body());
            if (response.statusCode() != OK) {
                throw new NodeFailedException("%s (status %d)"
                        .formatted(body.path("detail").asText(body.path("title").asText()), response.statusCode()));
            }
            return body;
        } catch (JsonProcessingException e) {
            throw new NodeFailedException("what answers at %s is no node of Snowkeeper".formatted(base), e);
        } catch (IOException e) {
            String reason = e.getMessage() == null ? e.getClass().getSimpleName() : String.valueOf(e.getMessage());
            throw new NodeFailedException(
                    "no answer from a node at %s, choose another one with --url: %s".formatted(base, reason), e);
        }
    }
}
