package io.snowkeeper.coordinator.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowkeeper.coordinator.StoreSecurity;
import io.snowkeeper.coordinator.WriteObserver;
import io.snowkeeper.coordinator.store.NoAnswerException;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.zookeeper.KeeperException.ConnectionLossException;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Whose session requests go out on, while Curator replaces handles at any moment. */
class CurrentSessionTest {

    private static final int NOT_BEGUN = 0;

    private final List<ZooKeeper> opened = new ArrayList<>();
    private final List<ZooKeeper> begun = new ArrayList<>();
    private final List<ZooKeeper> ended = new ArrayList<>();
    private final Deque<Callable<ZooKeeper>> answers = new ArrayDeque<>();

    private final CurrentSession current = new CurrentSession(
            () -> answers.size() > 1
                    ? answers.remove().call()
                    : answers.element().call(),
            this::transport,
            new FleetRoot("/", EnsembleClients.acl(StoreSecurity.NONE)),
            WriteObserver.NONE);

    @AfterEach
    void closeHandles() throws InterruptedException {
        for (ZooKeeper handle : opened) {
            handle.close();
        }
    }

    @Test
    void aHandleHasOneSession() throws IOException {
        ZooKeeper handle = handle(1);
        answers.add(() -> handle);

        assertThat(current.get()).isSameAs(current.get());
        assertThat(current.get().id()).isEqualTo(1);
    }

    @Test
    void theNextHandlesSessionEndsTheFormerOne() throws IOException {
        ZooKeeper former = handle(1);
        ZooKeeper next = handle(2);
        answers.add(() -> former);
        current.get();
        answers.add(() -> next);
        answers.remove();

        assertThat(current.get().id()).isEqualTo(2);
        assertThat(ended).containsExactly(former);
    }

    @Test
    void aHandleThatIsReplacedBeforeItsSessionIsMadeDoesNotEndItsSuccessors() throws IOException {
        ZooKeeper former = handle(1);
        ZooKeeper next = handle(2);
        // The first caller has the former handle, and stands still until another one has the next session.
        answers.add(() -> {
            current.get();
            return former;
        });
        answers.add(() -> next);

        assertThat(current.get().id()).isEqualTo(2);
        assertThat(ended).isEmpty();
    }

    @Test
    void requestsOfASessionThatHasNotBegunGoOverASocketAndWaitForIt() throws IOException {
        ZooKeeper handle = handle(NOT_BEGUN);
        answers.add(() -> handle);

        assertThat(current.get()).isSameAs(current.get());
        assertThat(begun).isEmpty();
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

    private RequestTransport transport(ZooKeeper handle) {
        begun.add(handle);
        RequestTransport socket = new SocketTransport(handle);
        return (RequestTransport) Proxy.newProxyInstance(
                RequestTransport.class.getClassLoader(),
                new Class<?>[] {RequestTransport.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("end")) {
                        ended.add(handle);
                    }
                    return method.invoke(socket, arguments);
                });
    }

    /** Returns one that reaches no server. */
    private ZooKeeper handle(long session) throws IOException {
        ZooKeeper handle = new ZooKeeper("127.0.0.1:1", 1000, event -> {}, session, new byte[16]);
        opened.add(handle);
        return handle;
    }
}
