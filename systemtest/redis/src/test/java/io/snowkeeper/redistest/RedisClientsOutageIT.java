package io.snowkeeper.redistest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import io.snowkeeper.redistest.ClientProgram.Version;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The programs of docs/use/redis-clients.md go on while nodes go, behind HAProxy. */
class RedisClientsOutageIT {

    private static final int SOME = 30;

    @TempDir(cleanup = ON_SUCCESS)
    private Path folder;

    private RedisFleet fleet;

    @BeforeEach
    void startFleet() throws Exception {
        NodePackages.install();
        fleet = new RedisFleet(folder);
    }

    @AfterEach
    void stopFleet() throws Exception {
        fleet.close();
    }

    @Test
    void eachClientGoesOnWhileANodeIsDrainedAndAnotherIsKilled() throws Exception {
        List<RunningProgram> runs = new ArrayList<>();
        try {
            for (ClientProgram program : ClientProgram.values()) {
                runs.add(RunningProgram.start(
                        program,
                        Version.NEWEST,
                        NodePackages.FOLDER,
                        fleet.balancer().redisPort(),
                        RedisFleet.SEQUENCE,
                        1_000_000_000));
            }
            awaitMoreOfAll(runs);
            assertThat(fleet.first().stop()).isZero();
            awaitMoreOfAll(runs);
            fleet.second().kill();
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
}
