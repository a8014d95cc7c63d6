package io.snowkeeper.springtest.web;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.springframework.context.ApplicationContext;

/** Requests to an application of a test. */
record Http(HttpClient client, String base) {

    static Http to(ApplicationContext application) {
        return new Http(
                HttpClient.newHttpClient(),
                "http://127.0.0.1:" + application.getEnvironment().getProperty("local.server.port"));
    }

    HttpResponse<String> get(String path) throws Exception {
        return client.send(request(path), BodyHandlers.ofString());
    }

    HttpResponse<String> post(String path, String json) throws Exception {
        return client.send(
                HttpRequest.newBuilder(request(path), (name, value) -> true)
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(json))
                        .build(),
                BodyHandlers.ofString());
    }

    CompletableFuture<HttpResponse<String>> getAsync(String path) {
        return client.sendAsync(request(path), BodyHandlers.ofString());
    }

    private HttpRequest request(String path) {
        return HttpRequest.newBuilder(URI.create(base + path))
                .timeout(Duration.ofMinutes(1))
                .build();
    }
}
