package io.snowkeeper.redistest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import io.snowkeeper.redistest.ClientProgram.Version;
import io.snowkeeper.testkit.extent.OnlyInFull;
import io.snowkeeper.testkit.node.NodeProcess;
import io.snowkeeper.testkit.process.Shell;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The programs of docs/use/redis-clients.md do what the document says. */
class RedisClientsIT {

    @TempDir(cleanup = ON_SUCCESS)
    private Path folder;

    private RedisFleet fleet;

    @BeforeEach
    void startFleet() throws Exception {
        fleet = new RedisFleet(folder);
    }

    @AfterEach
    void stopFleet() throws Exception {
        fleet.close();
    }

    @Test
    void eachClientIsToldTheSame() throws Exception {
        NodePackages.install();
        Set<Long> all = new HashSet<>();
        for (ClientProgram program : ClientProgram.values()) {
            for (Version version : program.versions()) {
                converse(program, version, all);
            }
        }
    }

    private void converse(ClientProgram program, Version version, Set<Long> all) throws Exception {
        String name = program + " " + version;
        // At one node, since numbers of a block grow per node, and a client may have several connections.
        try (RefusingWay way = new RefusingWay(fleet.first().redisAddress().getPort(), "nosuch");
                RunningProgram run = RunningProgram.start(
                        program, version, NodePackages.FOLDER, way.port(), RedisFleet.SEQUENCE, 2)) {
            Conversation said = new Conversation(run.awaitEnd());

            assertThat(way.hasRefused())
                    .as(name + " asked again after TRYAGAIN")
                    .isTrue();
            assertThat(said.of("ping")).as(name).hasSize(1).first().asString().matches("PONG|True|true");
            assertThat(said.of("error"))
                    .as(name)
                    .hasSize(1)
                    .first()
                    .asString()
                    .matches("(ERR )?there is no sequence of this name: sequence=nosuch(\\. channel: .*)?");
            List<Long> counted = said.numbers("incr");
            assertThat(counted).as(name).hasSize(3).isSorted();
            assertThat(said.numbers("incrby")).as(name).hasSize(1);
            long last = said.numbers("incrby").get(0);
            assertThat(last).isGreaterThanOrEqualTo(counted.get(0) + 10);
            assertThat(said.numbers("get")).as(name).containsExactly(last);
            assertThat(said.numbers("pipeline")).as(name).hasSize(3).isSorted();
            List<Long> given = new ArrayList<>(counted);
            given.add(last);
            given.addAll(said.numbers("pipeline"));
            if (program.asksForIds()) {
                assertThat(said.numbers("id")).as(name).hasSize(3).isSorted();
                assertThat(said.numbers("batch")).as(name).hasSize(3).isSorted();
                assertThat(said.of("worker"))
                        .as(name)
                        .hasSize(1)
                        .first()
                        .asString()
                        .matches("[0-2]");
                assertThat(said.of("names")).as(name).containsExactly(RedisFleet.SEQUENCE);
                assertThat(said.numbers("key")).as(name).hasSize(1);
                given.addAll(said.numbers("key"));
            }
            assertThat(given).as(name).allMatch(number -> number >= RedisFleet.FIRST);
            given.addAll(said.numbers("id"));
            given.addAll(said.numbers("batch"));
            assertThat(given)
                    .as(name)
                    .allSatisfy(number ->
                            assertThat(all.add(number)).as("new: " + number).isTrue());
        }
    }

    @Test
    @OnlyInFull
    void redisBenchmarkAndTheLatencyOfRedisCliRunToTheirEnds() throws Exception {
        NodeProcess fourth = fleet.serve("n4", "--redis-create", "block");
        long unused = fourth.awaitWorkerId();
        String port = Integer.toString(fourth.redisAddress().getPort());

        // It ends at the first error, such as that a busy machine took no numbers in time.
        String benchmark = await().ignoreException(IOException.class)
                .until(
                        () -> Shell.run(
                                "redis-benchmark",
                                "-p",
                                port,
                                "-t",
                                "ping,incr",
                                "-n",
                                "20000",
                                "-c",
                                "20",
                                "-P",
                                "4",
                                "-q"),
                        said -> true);
        assertThat(benchmark.replace('\r', '\n').lines().filter(line -> line.contains("p50=")))
                .extracting(line -> line.replaceFirst(":.*", ""))
                .containsExactly("PING_INLINE", "PING_MBULK", "INCR");
        // Not in a terminal, it ends by itself after a second.
        assertThat(Shell.run("redis-cli", "-p", port, "--latency").strip()).matches("\\d+ \\d+ \\d+\\.\\d+ \\d+");
    }
}
