package io.snowkeeper.redistest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.snowkeeper.client.SnowkeeperClient;
import io.snowkeeper.testkit.node.NodeProcess;
import io.snowkeeper.testkit.node.ProcessFleet;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Jedis;

/** An application that never stops counting goes over from Redis to a fleet, as docs/migrating.md tells it. */
class MigrationIT {

    private static final String COUNTER = "seq:orders";
    private static final int SOME = 1_000;

    /** More than two clients take from Redis in the minutes that a busy machine may need for all this. */
    private static final String MARGIN = "1000000000";

    @TempDir(cleanup = ON_SUCCESS)
    private Path folder;

    private RedisServer redis;
    private ProcessFleet fleet;
    private NodeProcess first;
    private NodeProcess second;
    private SnowkeeperClient client;

    @BeforeEach
    void start() throws Exception {
        redis = RedisServer.start(Files.createDirectory(folder.resolve("redis")));
        fleet = new ProcessFleet(Files.createDirectory(folder.resolve("fleet")));
        first = fleet.serve("n1", "--redis-port", "0");
        second = fleet.serve("n2", "--redis-port", "0");
        first.awaitWorkerId();
        second.awaitWorkerId();
        client = SnowkeeperClient.builder().servers(fleet.addresses()).build();
    }

    @AfterEach
    void stop() throws Exception {
        client.close();
        fleet.close();
        redis.close();
    }

    /** What the program reported, and its exit status. */
    private record Report(int status, JsonNode said) {

        JsonNode of(String key) {
            for (JsonNode row : said.path("keys")) {
                if (row.path("key").asText().equals(key)) {
                    return row;
                }
            }
            throw new AssertionError("no row of " + key + " in " + said);
        }
    }

    private Report runImport(String... options) throws Exception {
        List<String> arguments = new ArrayList<>(
                List.of("import", redis.url(), "--match", "seq:*", "--server", fleet.addresses(), "--json"));
        arguments.addAll(List.of(options));
        try (NodeProcess program = NodeProcess.start(folder.resolve("import"), Map.of(), arguments)) {
            int status = program.awaitExit();
            assertThat(program.stdout()).as(program.stderr()).isNotEmpty();
            return new Report(status, new ObjectMapper().readTree(program.stdout()));
        }
    }

    @Test
    void anApplicationUnderLoadGoesOverAndNoNumberComesTwice() throws Exception {
        List<Instance> instances;
        try (Instance one = new Instance(COUNTER, redis.port());
                Instance other = new Instance(COUNTER, redis.port())) {
            instances = List.of(one, other);
            one.awaitMoreOfRedis(SOME);
            other.awaitMoreOfRedis(SOME);

            Report trial = runImport("--margin", MARGIN, "--dry-run");
            assertThat(trial.status()).isZero();
            assertThat(trial.of(COUNTER).path("outcome").asText()).isEqualTo("would_be_created");
            assertThat(client.sequenceNames(Optional.empty(), 10).names()).isEmpty();

            Report imported = runImport("--margin", MARGIN);
            assertThat(imported.status()).isZero();
            JsonNode row = imported.of(COUNTER);
            assertThat(row.path("outcome").asText()).isEqualTo("created");
            assertThat(row.path("first").asLong()).isEqualTo(row.path("value").asLong() + Long.parseLong(MARGIN) + 1);

            one.awaitMoreOfRedis(SOME);
            other.awaitMoreOfRedis(SOME);
            one.goOver(first.redisAddress().getPort());
            one.awaitMoreOfFleet(SOME);
            other.awaitMoreOfRedis(SOME);
            Report midway = runImport("--check");
            assertThat(midway.status()).as(midway.toString()).isZero();
            assertThat(midway.of(COUNTER).path("left").asLong()).isPositive().isLessThan(Long.parseLong(MARGIN));
            other.goOver(second.redisAddress().getPort());
            other.awaitMoreOfFleet(SOME);
        }

        Report after = runImport("--check");
        assertThat(after.status()).as(after.toString()).isZero();

        List<Long> old =
                instances.stream().flatMap(each -> each.ofRedis().stream()).toList();
        List<Long> fresh =
                instances.stream().flatMap(each -> each.ofFleet().stream()).toList();
        assertThat(Stream.concat(old.stream(), fresh.stream()).distinct().count())
                .as("no number twice")
                .isEqualTo(old.size() + fresh.size());
        assertThat(Collections.max(old))
                .isEqualTo(after.of(COUNTER).path("value").asLong());
        assertThat(Collections.min(fresh))
                .isEqualTo(after.of(COUNTER).path("first").asLong())
                .as("the first number of the fleet is above the last one of Redis")
                .isGreaterThan(Collections.max(old));
    }

    @Test
    void anInstanceThatWasForgottenIsFoundByTheCheck() throws Exception {
        try (Jedis application = redis.connect()) {
            application.set(COUNTER, "41");
            application.hset("seq:names", "a", "b");
            application.setex("seq:attempts", 3_600, "7");

            Report imported = runImport("--margin", "10");
            assertThat(imported.status()).isZero();
            assertThat(imported.of(COUNTER).path("first").asLong()).isEqualTo(52);
            assertThat(imported.of("seq:names").path("detail").asText()).isEqualTo("it is no string");
            assertThat(imported.of("seq:attempts").path("detail").asText())
                    .matches("it expires in 3[56]\\d\\d s, which no sequence does; PERSIST it if it is to go on");
            assertThat(client.sequence(COUNTER).next(1).first()).isEqualTo(52);

            application.incrBy(COUNTER, 10);
            assertThat(runImport("--check").status()).isZero();
            Report near = runImport("--check", "--margin", "5");
            assertThat(near.status()).isEqualTo(3);
            assertThat(near.of(COUNTER).path("left").asLong()).isZero();

            application.incr(COUNTER);
            Report passed = runImport("--check");
            assertThat(passed.status()).isEqualTo(1);
            assertThat(passed.of(COUNTER).path("detail").asText())
                    .isEqualTo("Redis and the fleet may both have given out the numbers from 52 to 52");
        }
    }
}
