package io.snowkeeper.coordinator.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.testkit.time.SettableClock;
import io.snowkeeper.testkit.wire.Cost;
import io.snowkeeper.testkit.wire.CountingZooKeeper;
import io.snowkeeper.testkit.wire.CountingZooKeeper.Asked;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The cost of worker ids for ZooKeeper, as in docs/run/operations.md. */
class LeaseCostIT {

    /** The first request of each look of a node, and of each renewal. */
    private static final String BEGINNING = "setData /snowkeeper/claims/";

    private static final String RENEWAL = "a worker id is renewed";

    @TempDir
    private Path folder;

    private final List<Member> members = new ArrayList<>();
    private final SettableClock clock = new SettableClock();
    private final long begun = System.currentTimeMillis();
    private CountingZooKeeper zooKeeper;

    @BeforeEach
    void start() throws Exception {
        clock.stopAt(begun);
        zooKeeper = CountingZooKeeper.start(folder);
    }

    @AfterEach
    void stop() throws Exception {
        members.forEach(Member::close);
        zooKeeper.close();
    }

    /** On a clock that stands still: nothing is renewed, however long a test takes. */
    private Member.Spec node(String name) {
        return Member.Spec.of(zooKeeper.connectString(), name).clock(clock).anySkew();
    }

    private Member begin(Member.Spec spec) {
        Member member = spec.start();
        members.add(member);
        return member;
    }

    /** Starts a member in a fleet that has none yet, and waits until it has nothing more to ask. */
    private Member beginFirst(Member.Spec spec) {
        Member member = begin(spec).awaitLease();
        // The last request, of the look at the slot that is watched from then on.
        zooKeeper.awaitRequest(0, "exists /snowkeeper/workers/0/fence/");
        return member;
    }

    /**
     * Returns the requests of one session from each beginning of a turn to the next one, without those before the
     * first.
     */
    private List<List<Asked>> turns(long session) {
        List<List<Asked>> turns = new ArrayList<>();
        for (Asked request : zooKeeper.asked()) {
            if (request.session() != session) {
                continue;
            }
            if (request.text().startsWith(BEGINNING)) {
                turns.add(new ArrayList<>());
            }
            if (!turns.isEmpty()) {
                turns.get(turns.size() - 1).add(request);
            }
        }
        return turns;
    }

    private static void assertCost(List<Asked> requests, String name) throws Exception {
        assertThat(Cost.of(requests)).as("%s: %s", name, requests).isEqualTo(Cost.documented(name));
    }

    @Test
    void aWorkerIdIsTaken() throws Exception {
        String name = "a worker id is taken";
        beginFirst(node("n1"));
        int before = zooKeeper.asked().size();

        begin(node("n2"));

        assertCost(zooKeeper.since(before, Cost.documented(name).requests()), name);
    }

    @Test
    void eachWorkerIdOfANodeCostsTheSameAndHasASession() throws Exception {
        Cost one = Cost.documented("a worker id is taken");
        beginFirst(node("n1"));
        int before = zooKeeper.asked().size();

        for (int i = 1; i <= 4; i++) {
            begin(node("n2/" + i));
        }

        List<Asked> asked = zooKeeper.since(before, 4 * one.requests());
        assertThat(Cost.of(asked))
                .as("%s", asked)
                .isEqualTo(new Cost(4 * one.writes(), 4 * one.reads(), 4 * one.syncs(), 4 * one.watches()));
        assertThat(asked.stream().filter(request -> request.text().equals("createSession")))
                .hasSize(4);
    }

    @Test
    void aWorkerIdIsRenewed() throws Exception {
        beginFirst(node("n1"));

        for (int renewal = 1; renewal <= 4; renewal++) {
            int before = zooKeeper.asked().size();
            clock.stopAt(begun + renewal * Member.Spec.TO_RENEWAL.toMillis());
            assertCost(zooKeeper.since(before, Cost.documented(RENEWAL).requests()), RENEWAL);
        }
    }

    @Test
    void aNodeWaitsForAWorkerId() throws Exception {
        begin(node("n1").workerBits(1)).awaitLease();
        begin(node("n2").workerBits(1)).awaitLease();
        begin(node("n3").workerBits(1)).awaitProblem("no worker id is free");
        long session = zooKeeper.lastSession();

        await().until(() -> turns(session).size() > 4);

        for (List<Asked> look : turns(session).subList(0, 4)) {
            assertCost(look, "a node looks for a free worker id, of 2");
        }
    }

    @Test
    void aWorkerIdIsHandedBack() throws Exception {
        String name = "a worker id is handed back";
        Member member = beginFirst(node("n1"));
        int before = zooKeeper.asked().size();

        member.leave();

        assertCost(zooKeeper.since(before, Cost.documented(name).requests()), name);
    }

    @Test
    void theFleetIsShown() throws Exception {
        String name = "a fleet of 2 nodes is shown";
        Member first = beginFirst(node("n1"));
        int before = zooKeeper.asked().size();
        begin(node("n2"));
        zooKeeper.since(before, Cost.documented("a worker id is taken").requests());

        // Again where ZooKeeper took longer than a view waits for it.
        int beforeView = await().ignoreExceptions()
                .until(
                        () -> {
                            int asked = zooKeeper.asked().size();
                            first.membership().view().toCompletableFuture().join();
                            return asked;
                        },
                        asked -> true);
        assertCost(zooKeeper.since(beforeView, Cost.documented(name).requests()), name);
    }

    @Test
    void aWorkerIdThatIsHeldCostsNothingBetweenItsRenewals() throws Exception {
        AtomicInteger looks = new AtomicInteger();
        beginFirst(node("n1").clock(() -> {
            looks.incrementAndGet();
            return begun;
        }));
        int before = zooKeeper.asked().size();
        int looksBefore = looks.get();

        // At the clock, in each round at least once.
        await().until(() -> looks.get() > looksBefore + 20);

        assertThat(zooKeeper.asked()).hasSize(before);
    }
}
