package io.snowkeeper.coordinator.store.difference;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.coordinator.store.difference.Draft.Kind;
import io.snowkeeper.testkit.curator.TemporaryZooKeeper;
import io.snowkeeper.testkit.extent.Extent;
import java.util.List;
import java.util.stream.Stream;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The outcomes of random scripts in memory, and of the same ones in one ZooKeeper server: other scripts each time. */
class StoreDifferenceIT {

    private static final int TICK_MILLIS = 500;

    private static TestingServer server;
    private static Stage zooKeeper;

    @BeforeAll
    static void startServer() throws Exception {
        server = TemporaryZooKeeper.withTick(TICK_MILLIS);
        zooKeeper = new ZooKeeperStage(List.of(server.getPort()));
    }

    @AfterAll
    static void stopServer() throws Exception {
        zooKeeper.close();
        server.close();
    }

    @Test
    void theStoreInMemoryAnswersAsZooKeeperDoes() throws Exception {
        assertThat(comparison().of(Seeds.fresh(Extent.of(50, 200)))).isEmpty();
    }

    @Test
    void whatComesAndGoesInAnAbsenceIsSeenByNoWatch() throws Exception {
        assertThat(comparison().of(absence("/a", Kind.CREATE, Kind.SET, Kind.DELETE)))
                .isEmpty();
        assertThat(comparison().of(absence("/a", Kind.CREATE, Kind.DELETE, Kind.CREATE)))
                .isEmpty();
        assertThat(comparison().of(absence("/r", Kind.DELETE, Kind.CREATE))).isEmpty();
        assertThat(comparison().of(absence("/r", Kind.SET, Kind.DELETE))).isEmpty();
        assertThat(comparison().of(absence("/r"))).isEmpty();
    }

    /** A client that watches a record misses changes to it, and sees one more: to its presence or absence. */
    private static Script absence(String path, Kind... missed) {
        return new Script(
                0,
                List.of(
                        requests(0, new Request.Ensure("/r")),
                        requests(0, new Request.Stamp(path, 1), new Request.Read(path, 2)),
                        new Turn.Absence(
                                0,
                                requests(
                                        1,
                                        Stream.of(missed)
                                                .map(kind -> write(kind, path))
                                                .toArray(Request[]::new))),
                        requests(1, write(Kind.SET, path), write(Kind.CREATE, path)),
                        requests(0, new Request.Read(path, 0))));
    }

    private static Turn.Requests requests(int client, Request... requests) {
        return new Turn.Requests(client, List.of(requests));
    }

    private static Request write(Kind kind, String path) {
        return new Request.Write(List.of(new Draft(kind, path, 1, 1, Draft.ANY)));
    }

    private static Comparison comparison() {
        return new Comparison(zooKeeper, new MemoryStage());
    }
}
