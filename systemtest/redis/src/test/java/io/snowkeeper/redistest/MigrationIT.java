package io.snowkeeper.redistest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import io.snowkeeper.client.SnowkeeperClient;
import io.snowkeeper.testkit.extent.OnlyInFull;
import io.snowkeeper.testkit.node.NodeProcess;
import io.snowkeeper.testkit.node.ProcessFleet;
import io.snowkeeper.testkit.time.Patience;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Jedis;

/** An application that never stops counting goes over from Redis to a fleet, by docs/use/migrating.md. */
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
    private ImportProgram program;

    @BeforeEach
    void start() throws Exception {
        redis = RedisServer.start(Files.createDirectory(folder.resolve("redis")));
        fleet = new ProcessFleet(Files.createDirectory(folder.resolve("fleet")));
        first = fleet.serve("n1", "--redis-port", "0");
        second = fleet.serve("n2", "--redis-port", "0");
        first.awaitWorkerId();
        second.awaitWorkerId();
        client = SnowkeeperClient.builder()
                .servers(fleet.addresses())
                .deadline(Patience.LIMIT)
                .build();
        program = new ImportProgram(folder, fleet, "sh counters.sh 'seq:*' -p " + redis.port());
    }

    @AfterEach
    void stop() throws Exception {
        client.close();
        fleet.close();
        redis.close();
    }

    @Test
    void anApplicationUnderLoadGoesOverAndNoNumberComesTwice() throws Exception {
        List<Instance> instances;
        try (Instance one = new Instance(COUNTER, redis.port());
                Instance other = new Instance(COUNTER, redis.port())) {
            instances = List.of(one, other);
            one.awaitMoreOfRedis(SOME);
            other.awaitMoreOfRedis(SOME);

            ImportProgram.Report trial = program.run("--margin", MARGIN, "--dry-run");
            assertThat(trial.status()).isZero();
            assertThat(trial.outcome(COUNTER)).isEqualTo("would_be_created");
            assertThat(client.sequenceNames(Optional.empty(), 10).items()).isEmpty();

            ImportProgram.Report imported = program.run("--margin", MARGIN);
            assertThat(imported.status()).isZero();
            assertThat(imported.outcome(COUNTER)).isEqualTo("created");
            assertThat(imported.first(COUNTER)).isEqualTo(imported.value(COUNTER) + Long.parseLong(MARGIN) + 1);

            one.awaitMoreOfRedis(SOME);
            other.awaitMoreOfRedis(SOME);
            one.goOver(first.redisAddress().getPort());
            one.awaitMoreOfFleet(SOME);
            other.awaitMoreOfRedis(SOME);
            ImportProgram.Report midway = program.run("--check");
            assertThat(midway.status()).as(midway.toString()).isZero();
            assertThat(midway.left(COUNTER)).isPositive().isLessThan(Long.parseLong(MARGIN));
            other.goOver(second.redisAddress().getPort());
            other.awaitMoreOfFleet(SOME);
        }

        ImportProgram.Report after = program.run("--check");
        assertThat(after.status()).as(after.toString()).isZero();

        List<Long> old =
                instances.stream().flatMap(each -> each.ofRedis().stream()).toList();
        List<Long> fresh =
                instances.stream().flatMap(each -> each.ofFleet().stream()).toList();
        assertThat(Stream.concat(old.stream(), fresh.stream()).distinct().count())
                .as("no number twice")
                .isEqualTo(old.size() + fresh.size());
        assertThat(Collections.max(old)).isEqualTo(after.value(COUNTER));
        assertThat(Collections.min(fresh))
                .isGreaterThanOrEqualTo(after.first(COUNTER))
                .as("the first number of the fleet is above the last one of Redis")
                .isGreaterThan(Collections.max(old));
    }

    @Test
    @OnlyInFull
    void anInstanceThatWasForgottenIsFoundByTheCheck() throws Exception {
        try (Jedis application = redis.connect()) {
            application.set(COUNTER, "41");
            application.hset("seq:names", "a", "b");
            application.setex("seq:attempts", 3_600, "7");

            ImportProgram.Report imported = program.run("--margin", "10");
            assertThat(imported.status()).isZero();
            assertThat(imported.first(COUNTER)).isEqualTo(52);
            assertThat(imported.detail("seq:names")).isEqualTo("it is no string");
            assertThat(imported.detail("seq:attempts"))
                    .matches("it expires in 3[56]\\d\\d s, which no sequence does; PERSIST it if it is to go on");
            assertThat(client.sequence(COUNTER).next(1).first()).isEqualTo(52);

            application.incrBy(COUNTER, 10);
            assertThat(program.run("--check").status()).isZero();
            ImportProgram.Report near = program.run("--check", "--margin", "5");
            assertThat(near.status()).isEqualTo(3);
            assertThat(near.left(COUNTER)).isZero();

            application.incr(COUNTER);
            ImportProgram.Report passed = program.run("--check");
            assertThat(passed.status()).isEqualTo(1);
            assertThat(passed.detail(COUNTER))
                    .isEqualTo("the counter and the fleet may both have given out the numbers from 52 to 52");
        }
    }
}
