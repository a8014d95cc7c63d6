package io.snowkeeper.node.tls.handshake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowkeeper.node.security.ClientNetwork;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

class HandshakeQueueTest {

    private static final int MOST = 4;

    /** The threads' tasks, which run when a test says so. */
    private final Queue<Runnable> threads = new ArrayDeque<>();

    private final HandshakeQueue queue = new HandshakeQueue(threads::add, 1, MOST);
    private final List<String> ran = new ArrayList<>();
    private final List<String> cut = new ArrayList<>();

    private Handshake connect(int client, String name) throws UnknownHostException {
        InetAddress address = InetAddress.getByAddress(new byte[] {10, 0, 0, (byte) client});
        return queue.of(ClientNetwork.of(address), () -> cut.add(name));
    }

    /** Connects, and has a first step wait. */
    private Handshake begin(int client, String name) throws UnknownHostException {
        Handshake handshake = connect(client, name);
        handshake.execute(() -> ran.add(name));
        return handshake;
    }

    private void runAll() {
        while (!threads.isEmpty()) {
            threads.remove().run();
        }
    }

    @Test
    void clientsTakeTurnsHoweverMuchOneOfThemAsksFor() throws Exception {
        begin(1, "greedy 1");
        begin(1, "greedy 2");
        begin(1, "greedy 3");
        begin(2, "modest");

        runAll();

        assertThat(ran).containsExactly("greedy 1", "modest", "greedy 3", "greedy 2");
    }

    @Test
    void theOldestAndTheNewestOfAClientGoInTurn() throws Exception {
        begin(1, "old");
        begin(1, "newer");
        begin(1, "newest");

        runAll();

        assertThat(ran).containsExactly("old", "newest", "newer");
    }

    @Test
    void aHandshakeThatWasBegunGoesBeforeNewOnes() throws Exception {
        Handshake begun = begin(1, "begun");
        runAll();
        begun.execute(() -> ran.add("second step"));
        begin(1, "new");

        runAll();

        assertThat(ran).containsExactly("begun", "second step", "new");
    }

    @Test
    void asManyStepsAreGivenToTheThreadsAsMayRunAtATime() throws Exception {
        HandshakeQueue two = new HandshakeQueue(threads::add, 2, MOST);
        for (int i = 0; i < 3; i++) {
            two.of(ClientNetwork.of(InetAddress.getLoopbackAddress()), () -> {}).execute(() -> {});
        }

        assertThat(threads).hasSize(2);
    }

    @Test
    void nothingIsRunForAClientThatHasLeft() throws Exception {
        Handshake left = begin(1, "left");
        begin(1, "stayed");
        queue.leave(left);
        left.execute(() -> ran.add("too late"));

        runAll();

        assertThat(ran).containsExactly("stayed");
        assertThat(queue.figures().left()).isEqualTo(2);
        assertThat(cut).isEmpty();
    }

    @Test
    void nothingIsLeftOfClientsThatHaveGone() throws Exception {
        Handshake waiting = begin(1, "waiting");
        Handshake done = connect(2, "done");
        done.execute(() -> queue.succeed(done));

        runAll();
        queue.leave(waiting);
        queue.leave(waiting);
        queue.leave(done);

        assertThat(queue.figures()).isEqualTo(new HandshakeFigures(0, 0, 0, 0));
        begin(3, "next");
        assertThat(threads).hasSize(1);
    }

    @Test
    void oneTooManyCostsTheClientThatHasMostItsOldest() throws Exception {
        begin(2, "modest");
        begin(1, "greedy 1");
        begin(1, "greedy 2");
        begin(1, "greedy 3");
        begin(3, "newcomer");

        runAll();

        assertThat(cut).containsExactly("greedy 1");
        assertThat(ran).doesNotContain("greedy 1").contains("newcomer", "modest");
        assertThat(queue.figures().tooMany()).isEqualTo(1);
        assertThat(queue.figures().underWay()).isEqualTo(MOST);
    }

    @Test
    void amongClientsThatHaveEquallyManyTheOldestIsCut() throws Exception {
        for (int client = 1; client <= MOST + 1; client++) {
            begin(client, "client " + client);
        }

        assertThat(cut).containsExactly("client 1");
    }

    @Test
    void whereCuttingFailsTheOthersAreServedAllTheSame() throws Exception {
        HandshakeQueue one = new HandshakeQueue(threads::add, 1, 1);
        ClientNetwork network = ClientNetwork.of(InetAddress.getLoopbackAddress());
        one.of(network, () -> {
                    throw new IllegalStateException("cannot be cut");
                })
                .execute(() -> {});
        runAll();
        assertThatThrownBy(() -> one.of(network, () -> {}).execute(() -> ran.add("newcomer")))
                .hasMessage("cannot be cut");
        one.of(network, () -> {}).execute(() -> ran.add("next"));

        runAll();

        assertThat(ran).contains("next");
    }

    @Test
    void aSystemWithoutAThreadToGiveIsAskedAgain() throws Exception {
        boolean[] gives = {false};
        HandshakeQueue poor = new HandshakeQueue(
                step -> {
                    if (!gives[0]) {
                        throw new OutOfMemoryError("unable to create native thread");
                    }
                    threads.add(step);
                },
                1,
                MOST);
        ClientNetwork network = ClientNetwork.of(InetAddress.getLoopbackAddress());
        assertThatThrownBy(() -> poor.of(network, () -> {}).execute(() -> ran.add("first")))
                .isInstanceOf(OutOfMemoryError.class);
        gives[0] = true;
        poor.of(network, () -> {}).execute(() -> ran.add("second"));

        runAll();

        assertThat(ran).contains("first", "second");
    }

    @Test
    void aHandshakeThatWaitsForItsClientCountsUntilItEnds() throws Exception {
        for (int i = 1; i <= MOST; i++) {
            begin(1, "silent " + i);
        }
        runAll();

        begin(2, "newcomer");
        assertThat(cut).containsExactly("silent 1");

        Handshake done = begin(2, "done");
        queue.succeed(done);
        begin(3, "next");
        assertThat(cut).containsExactly("silent 1", "silent 2");
    }

    @Test
    void aStepOfAConnectionWhoseHandshakeIsOverIsRun() throws Exception {
        Handshake done = begin(1, "handshake");
        runAll();
        queue.succeed(done);

        done.execute(() -> ran.add("later"));
        runAll();

        assertThat(ran).containsExactly("handshake", "later");
    }

    @Test
    void aStepThatFailsDoesNotHoldUpOthers() throws Exception {
        connect(1, "failing").execute(() -> {
            throw new IllegalStateException("a defect");
        });
        begin(2, "next");

        assertThatThrownBy(() -> threads.remove().run()).hasMessage("a defect");
        runAll();

        assertThat(ran).containsExactly("next");
    }

    @Test
    void threadsThatHaveEndedRefuse() throws Exception {
        HandshakeQueue ended = new HandshakeQueue(
                step -> {
                    throw new RejectedExecutionException("ended");
                },
                1,
                MOST);
        Handshake handshake = ended.of(ClientNetwork.of(InetAddress.getLoopbackAddress()), () -> {});

        assertThatThrownBy(() -> handshake.execute(() -> {})).isInstanceOf(RejectedExecutionException.class);
    }
}
