package io.snowkeeper.benchmarks.capacity;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.StreamSupport;

/** A node that is asked over HTTP how it and its fleet stand. */
final class FleetNode {

    private static final int OK = 200;
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

    private final String url;

    FleetNode(String url) {
        this.url = url;
    }

    /** Returns whether it answers that it is ready. */
    boolean isReady() {
        return get("/readyz").filter(answer -> answer.statusCode() == OK).isPresent();
    }

    /** Returns how many worker ids the fleet has live, 0 if it does not answer. */
    long liveWorkerIds() {
        return fleet().map(fleet -> fleet.path("worker_ids").path("live").asLong())
                .orElse(0L);
    }

    /** Returns the least time up to which a live worker id is reserved, as ZooKeeper has it now; the epoch if it does not answer. */
    Instant leastReservedUntil() {
        return fleet().filter(fleet -> fleet.path("connected").asBoolean())
                .flatMap(fleet -> StreamSupport.stream(fleet.path("slots").spliterator(), false)
                        .map(slot -> Instant.parse(slot.path("reserved_until").asText()))
                        .min(Comparator.naturalOrder()))
                .orElse(Instant.EPOCH);
    }

    private Optional<JsonNode> fleet() {
        return get("/v1/fleet").filter(answer -> answer.statusCode() == OK).map(answer -> {
            try {
                return JSON.readTree(answer.body());
            } catch (IOException e) {
                throw new IllegalStateException("the fleet is no JSON", e);
            }
        });
    }

    private Optional<HttpResponse<String>> get(String path) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + path))
                .timeout(Duration.ofSeconds(10))
                .build();
        try {
            return Optional.of(CLIENT.send(request, BodyHandlers.ofString()));
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
