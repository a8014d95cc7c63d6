package io.snowkeeper.cli.remote;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.snowkeeper.core.text.TlsFailure;
import io.snowkeeper.node.NodeFailedException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;

/** A client of a node's HTTP API, for the answers that only it has: the fleet. Thread-safe. */
public final class HttpNodeClient {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final Duration DEADLINE = Duration.ofSeconds(20);
    private static final int OK = 200;

    /** A fleet with 65,536 worker ids, all of them taken, needs less. */
    static final int MAX_BODY_BYTES = 16 << 20;

    private static final String SECURE = "https";

    private final URI base;
    private final HttpClient client;
    private final Duration deadline;

    private HttpNodeClient(URI base, HttpClient client, Duration deadline) {
        this.base = base;
        this.client = client;
        this.deadline = deadline;
    }

    /**
     * Makes a client; nothing is opened before {@link #get}.
     *
     * @param tls makes connections to {@code https}; empty for Java's own trust
     * @throws IllegalArgumentException if the address is not {@code http://host:port}, or with {@code https}; or is not
     *     with {@code https} although there is something to make such connections
     */
    public static HttpNodeClient of(String url, Optional<SSLContext> tls) {
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
        HttpClient.Builder client = HttpClient.newBuilder().connectTimeout(TIMEOUT);
        tls.ifPresent(client::sslContext);
        return new HttpNodeClient(base, client.build(), DEADLINE);
    }

    /** Returns a client for the same node that waits so long for a whole answer. */
    public HttpNodeClient within(Duration newDeadline) {
        return new HttpNodeClient(base, client, newDeadline);
    }

    private static IllegalArgumentException malformed(String url) {
        return new IllegalArgumentException("must be http://HOST:PORT, IPv6 addresses in brackets: url=" + url);
    }

    /**
     * Returns the content of a path.
     *
     * @throws NodeFailedException if the node cannot be reached, or refuses
     */
    public JsonNode get(String path) throws NodeFailedException, InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(base + path)).timeout(TIMEOUT).build();
        try {
            HttpResponse<byte[]> response = exchange(request);
            JsonNode body = JSON.readTree(response.body());
            if (body == null || !body.isObject()) {
                throw new NodeFailedException("%s is not a Snowkeeper node".formatted(base));
            }
            if (response.statusCode() != OK) {
                throw new NodeFailedException("%s (status %s)"
                        .formatted(body.path("detail").asText(body.path("title").asText()), response.statusCode()));
            }
            return body;
        } catch (JsonProcessingException e) {
            throw new NodeFailedException("%s is not a Snowkeeper node".formatted(base), e);
        } catch (IOException e) {
            throw new NodeFailedException(
                    "no answer from a node at %s, choose another one with --url: %s".formatted(base, reason(e)), e);
        }
    }

    /** Waits for the whole; a request's own timeout ends with the answer's headers. */
    private HttpResponse<byte[]> exchange(HttpRequest request) throws IOException, InterruptedException {
        CompletableFuture<HttpResponse<byte[]>> answer =
                client.sendAsync(request, headers -> new BoundedBody(MAX_BODY_BYTES));
        try {
            return answer.get(deadline.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            answer.cancel(true);
            throw new IOException("no whole answer within %s ms".formatted(deadline.toMillis()), e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException failure ? failure : new IOException(e.getCause());
        }
    }

    private String reason(IOException failure) {
        if (failure instanceof SSLException) {
            return TlsFailure.describe(failure, base.getHost());
        }
        return failure.getMessage() == null ? failure.getClass().getSimpleName() : String.valueOf(failure.getMessage());
    }
}
