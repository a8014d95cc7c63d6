package io.snowkeeper.node.report.fleet;

import io.snowkeeper.node.report.NodeReport;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * A client that requests {@code /v1/node} of other nodes over HTTP. It has threads of its own, which end when there was
 * no request for a while: a node without requests for fleet reports has none of them.
 */
public final class HttpPeerClient implements PeerClient, AutoCloseable {

    /** How long one node is waited for. */
    static final Duration TIMEOUT = Duration.ofSeconds(1);

    /** The rates of as many sequences as a node reports are a fourth of it. */
    static final int MOST_BYTES = 1024 * 1024;

    private static final int OK = 200;
    private static final int IDLE_SECONDS = 30;

    private final Supplier<Optional<SSLContext>> tls;
    private final ExecutorService threads;

    /** Guarded by this. */
    private @Nullable Made made;

    /** A client, and the context that it was made with: certificates are exchanged while a node runs. */
    private record Made(HttpClient client, Optional<SSLContext> tls) {}

    /** @param tls this node's certificate and trust for others, empty where no TLS is spoken */
    public HttpPeerClient(Supplier<Optional<SSLContext>> tls) {
        this.tls = tls;
        // As many as concurrent requests: a slow name lookup delays no other one.
        AtomicInteger number = new AtomicInteger();
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                Peers.LANES, Peers.LANES, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, "snowkeeper-peers-" + number.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
        pool.allowCoreThreadTimeOut(true);
        threads = pool;
    }

    @Override
    public CompletionStage<NodeReport> ask(URI node) {
        try {
            HttpRequest request = HttpRequest.newBuilder(node.resolve("/v1/node"))
                    .timeout(TIMEOUT)
                    .header("accept", "application/json")
                    .build();
            CompletableFuture<HttpResponse<byte[]>> sent =
                    client().sendAsync(request, head -> new BoundedBody(MOST_BYTES));
            // The request's own timeout ends with the head of the answer; the body is waited for no longer either.
            return sent.thenApply(HttpPeerClient::read)
                    .orTimeout(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
                    .whenComplete((report, failure) -> sent.cancel(true))
                    .exceptionallyCompose(failure -> CompletableFuture.failedFuture(reasonOf(failure)));
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(new PeerFailureException(String.valueOf(e.getMessage()), true));
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }

    private synchronized HttpClient client() {
        Optional<SSLContext> now = tls.get();
        Made present = made;
        if (present == null || !present.tls().equals(now)) {
            HttpClient.Builder builder = HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(TIMEOUT)
                    .followRedirects(HttpClient.Redirect.NEVER)
                    .proxy(HttpClient.Builder.NO_PROXY)
                    .executor(threads);
            now.ifPresent(builder::sslContext);
            present = new Made(builder.build(), now);
            made = present;
        }
        return present.client();
    }

    private static NodeReport read(HttpResponse<byte[]> response) {
        if (response.statusCode() != OK) {
            throw new PeerFailureException("it answers with status " + response.statusCode(), true);
        }
        return ReportReader.read(response.body());
    }

    private static PeerFailureException reasonOf(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof PeerFailureException known) {
            return known;
        }
        if (cause instanceof HttpTimeoutException || cause instanceof TimeoutException) {
            boolean connecting = cause instanceof HttpConnectTimeoutException;
            return new PeerFailureException(
                    "no %s within %s ms".formatted(connecting ? "connection" : "answer", TIMEOUT.toMillis()), false);
        }
        if (cause instanceof ConnectException) {
            return new PeerFailureException("the connection is refused", true);
        }
        String message = cause.getMessage();
        return new PeerFailureException(
                message == null ? cause.getClass().getSimpleName() : message, cause instanceof SSLException);
    }
}
