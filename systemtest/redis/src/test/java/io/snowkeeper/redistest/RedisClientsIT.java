package io.snowkeeper.redistest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import io.snowkeeper.redistest.ClientProgram.Version;
import io.snowkeeper.testkit.node.NodeProcess;
import io.snowkeeper.testkit.node.ProcessFleet;
import io.snowkeeper.testkit.process.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The programs of docs/use/redis-clients.md do what the document says, before a fleet behind HAProxy. */
class RedisClientsIT {

    /** More than 2^53, and odd: a program that takes it for a floating-point number prints another one. */
    private static final long FIRST = (1L << 60) + 1;

    private static final String SEQUENCE = "seq:orders";
    private static final int SOME = 30;

    @TempDir(cleanup = ON_SUCCESS)
    private Path folder;

    private ProcessFleet fleet;
    private NodeProcess first;
    private NodeProcess second;
    private Balancer balancer;

    @BeforeAll
    static void installClientsOfNodeJs() throws Exception {
        NodePackages.install();
    }

    @BeforeEach
    void startFleet() throws Exception {
        fleet = new ProcessFleet(Files.createDirectory(folder.resolve("fleet")));
        first = serve("n1");
        second = serve("n2");
        NodeProcess third = serve("n3");
        for (NodeProcess node : List.of(first, second, third)) {
            long unused = node.awaitWorkerId();
        }
        balancer = Balancer.before(List.of(first, second, third), folder);
        // Creating a sequence again with the same definition is no error.
        await().untilAsserted(() -> assertThat(Shell.run(
                        "redis-cli",
                        "-p",
                        Integer.toString(first.redisAddress().getPort()),
                        "SEQ.CREATE",
                        SEQUENCE,
                        "BLOCK",
                        Long.toString(FIRST),
                        Long.toString(Long.MAX_VALUE)))
                .isEqualTo("OK\n"));
    }

    private NodeProcess serve(String name) throws Exception {
        return fleet.serve(name, "--redis-port", "0", "--http-port", "0", "--drain-delay", "2s");
    }

    @AfterEach
    void stopAll() throws Exception {
        balancer.close();
        fleet.close();
    }

    @Test
    void eachClientIsToldTheSame() throws Exception {
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
        try (RefusingWay way = new RefusingWay(first.redisAddress().getPort(), "nosuch");
                RunningProgram run =
                        RunningProgram.start(program, version, NodePackages.FOLDER, way.port(), SEQUENCE, 2)) {
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
                assertThat(said.of("names")).as(name).containsExactly(SEQUENCE);
                assertThat(said.numbers("key")).as(name).hasSize(1);
                given.addAll(said.numbers("key"));
            }
            assertThat(given).as(name).allMatch(number -> number >= FIRST);
            given.addAll(said.numbers("id"));
            given.addAll(said.numbers("batch"));
            assertThat(given)
                    .as(name)
                    .allSatisfy(number ->
                            assertThat(all.add(number)).as("new: " + number).isTrue());
        }
    }

    @Test
    void eachClientGoesOnWhileANodeIsDrainedAndAnotherIsKilled() throws Exception {
        List<RunningProgram> runs = new ArrayList<>();
        try {
            for (ClientProgram program : ClientProgram.values()) {
                runs.add(RunningProgram.start(
                        program, Version.NEWEST, NodePackages.FOLDER, balancer.redisPort(), SEQUENCE, 1_000_000_000));
            }
            awaitMoreOfAll(runs);
            assertThat(first.stop()).isZero();
            awaitMoreOfAll(runs);
            second.kill();
            awaitMoreOfAll(runs);
        } finally {
            runs.forEach(RunningProgram::close);
        }

        List<Long> given = new ArrayList<>();
        for (RunningProgram run : runs) {
            Conversation said = new Conversation(run.lines());
            for (String kind : List.of("id", "batch", "incr", "incrby", "key", "pipeline")) {
                given.addAll(said.numbers(kind));
            }
        }
        assertThat(given.size() - given.stream().distinct().count())
                .as("numbers that came twice")
                .isZero();
    }

    private static void awaitMoreOfAll(List<RunningProgram> runs) throws Exception {
        for (RunningProgram run : runs) {
            run.awaitMore(SOME);
        }
    }

    @Test
    void redisBenchmarkAndTheLatencyOfRedisCliRunToTheirEnds() throws Exception {
        NodeProcess fourth = fleet.serve("n4", "--redis-port", "0", "--redis-create", "block");
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

    /** A program's output: a word for the kind, and the answer. */
    private record Conversation(List<String> lines) {

        List<String> of(String kind) {
            return lines.stream()
                    .filter(line -> line.startsWith(kind + " "))
                    .map(line -> line.substring(kind.length() + 1))
                    .toList();
        }

        List<Long> numbers(String kind) {
            return of(kind).stream()
                    .flatMap(line -> List.of(line.split(" ")).stream())
                    .map(Long::valueOf)
                    .collect(Collectors.toList());
        }
    }
}
