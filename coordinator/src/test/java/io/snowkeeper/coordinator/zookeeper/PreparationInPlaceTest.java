package io.snowkeeper.coordinator.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.apache.zookeeper.server.Request;
import org.apache.zookeeper.server.RequestProcessor;
import org.apache.zookeeper.server.ZooKeeperServer;
import org.junit.jupiter.api.Test;

class PreparationInPlaceTest {

    private final ZooKeeperServer server = new ZooKeeperServer();
    private final List<Throwable> failures = new ArrayList<>();

    @Test
    void aRequestIsPassedOnByTheThreadThatBringsIt() {
        List<Thread> threads = new ArrayList<>();

        preparation(request -> threads.add(Thread.currentThread())).processRequest(request());

        assertThat(threads).containsExactly(Thread.currentThread());
        assertThat(failures).isEmpty();
    }

    @Test
    void whatCannotBePreparedEndsTheServerAndNotTheThreadThatBringsIt() {
        Error memoryUsedUp = new OutOfMemoryError("made by a test");

        preparation(request -> {
                    throw memoryUsedUp;
                })
                .processRequest(request());

        assertThat(failures).containsExactly(memoryUsedUp);
        assertThat(server.isRunning()).isFalse();
    }

    private PreparationInPlace preparation(Next next) {
        return new PreparationInPlace(server, next, failures::add);
    }

    private static Request request() {
        return new Request(null, 1, 1, OpCode.sync, null, List.of());
    }

    /** The step after it. */
    private interface Next extends RequestProcessor {

        @Override
        default void shutdown() {}
    }
}
