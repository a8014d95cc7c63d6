package io.snowkeeper.coordinator.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowkeeper.coordinator.StoreSecurity;
import io.snowkeeper.coordinator.WriteObserver;
import io.snowkeeper.coordinator.store.NoAnswerException;
import io.snowkeeper.coordinator.store.StoreState;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.apache.zookeeper.KeeperException.ConnectionLossException;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** On whose session requests go out, while Curator may replace the handle at any moment. */
class CurrentSessionTest {

    private static ZooKeeper one;
    private static ZooKeeper two;
    private static ZooKeeper notBegun;

    private final List<ZooKeeper> begun = new ArrayList<>();
    private final List<ZooKeeper> ended = new ArrayList<>();
    private final List<Boolean> connected = new ArrayList<>();
    private final Deque<Callable<ZooKeeper>> answers = new ArrayDeque<>();

    /** The last answer stays. */
    private final CurrentSession current = new CurrentSession(
            () -> answers.size() > 1
                    ? answers.remove().call()
                    : answers.element().call(),
            this::transport,
            new FleetRoot("/", EnsembleClients.acl(StoreSecurity.NONE)),
            WriteObserver.NONE);

    @BeforeAll
    static void openHandles() throws IOException {
        one = handle(1);
        two = handle(2);
        notBegun = handle(0);
    }

    /** Returns one that reaches no server. */
    private static ZooKeeper handle(long session) throws IOException {
        return new ZooKeeper("127.0.0.1:1", 1000, event -> {}, session, new byte[16]);
    }

    @AfterAll
    static void closeHandles() {
        // Each may take a moment, in which it only waits.
        Stream.of(one, two, notBegun).parallel().forEach(CurrentSessionTest::close);
    }

    private static void close(ZooKeeper handle) {
        try {
            handle.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private RequestTransport transport(ZooKeeper handle) {
        begun.add(handle);
        RequestTransport socket = new SocketTransport(handle);
        return (RequestTransport) Proxy.newProxyInstance(
                RequestTransport.class.getClassLoader(),
                new Class<?>[] {RequestTransport.class},
                (proxy, method, arguments) -> {
                    switch (method.getName()) {
                        case "end" -> ended.add(handle);
                        case "connected" -> connected.add((Boolean) arguments[0]);
                        default -> {
                            // Not noted.
                        }
                    }
                    return method.invoke(socket, arguments);
                });
    }

    @Test
    void aHandleHasOneSession() {
        answers.add(() -> one);

        assertThat(current.get()).isSameAs(current.get());
        assertThat(current.get().id()).isEqualTo(1);
    }

    @Test
    void theNextHandlesSessionEndsTheFormerOne() {
        answers.add(() -> one);
        current.get();
        answers.add(() -> two);
        answers.remove();

        assertThat(current.get().id()).isEqualTo(2);
        assertThat(ended).containsExactly(one);
    }

    @Test
    void theSessionOfAHandleThatWasReplacedMeanwhileDoesNotEndItsSuccessor() {
        // The first caller has the former handle, and stands still until another one has the next session.
        answers.add(() -> {
            current.get();
            return one;
        });
        answers.add(() -> two);

        assertThat(current.get().id()).isEqualTo(2);
        assertThat(ended).isEmpty();
    }

    @Test
    void requestsOfASessionThatHasNotBegunGoOverASocketAndWaitForIt() {
        answers.add(() -> notBegun);

        assertThat(current.get()).isSameAs(current.get());
        assertThat(begun).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"CONNECTED, true", "SUSPENDED, false", "LOST, true", "RECONNECTED, true"})
    void aSessionThatHasBegunIsConnectedUnlessASuspensionWasReportedLast(StoreState reported, boolean expected) {
        answers.add(() -> one);
        current.stateChanged(StoreState.CONNECTED);
        current.stateChanged(reported);

        current.get();

        assertThat(connected).containsExactly(expected);
    }

    @Test
    void aSessionThatHasBegunIsConnectedBeforeAnythingIsReported() {
        answers.add(() -> one);

        current.get();

        assertThat(connected).containsExactly(true);
    }

    @Test
    void statesReachThePresentSession() {
        answers.add(() -> one);
        current.get();

        Stream.of(StoreState.SUSPENDED, StoreState.RECONNECTED, StoreState.LOST).forEach(current::stateChanged);

        assertThat(connected).containsExactly(true, false, true, false);
    }

    @Test
    void withoutAHandleThereIsNoSession() {
        answers.add(() -> {
            throw new ConnectionLossException();
        });

        assertThatThrownBy(current::get)
                .isInstanceOf(NoAnswerException.class)
                .hasMessageContaining("cannot be reached");
    }

    @Test
    void whileCuratorsClientClosesThereIsNoSession() {
        answers.add(() -> null);

        assertThatThrownBy(current::get).isInstanceOf(NoAnswerException.class).hasMessageContaining("client is closed");
    }
}
