package io.snowkeeper.sequences.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.core.sequence.AtExpiry;
import io.snowkeeper.core.sequence.LedgerBalance;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.PendingReservation;
import io.snowkeeper.core.sequence.SequenceDefinition;
import io.snowkeeper.core.sequence.SequenceDescription;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import io.snowkeeper.sequences.Grant;
import io.snowkeeper.sequences.NextRequest;
import io.snowkeeper.sequences.ReservationSettledException;
import io.snowkeeper.sequences.SequenceUnavailableException;
import io.snowkeeper.sequences.Sequences;
import io.snowkeeper.sequences.SettleRequest;
import io.snowkeeper.sequences.Settlement;
import io.snowkeeper.sequences.ledger.audit.AuditReport;
import io.snowkeeper.sequences.ledger.audit.LedgerAudit;
import io.snowkeeper.testkit.curator.TemporaryEnsemble;
import io.snowkeeper.testkit.extent.Extent;
import io.snowkeeper.testkit.zookeeper.ZooKeeperServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.apache.curator.test.InstanceSpec;
import org.apache.curator.test.TestingCluster;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Nodes die, clients die between reserving and confirming, and the leader of the ensemble is killed. */
class GaplessChaosIT {

    private static final int CLIENTS_OF_EACH = 6;
    private static final int NODES = 3;

    /** How often a node, the leader and two nodes are killed. */
    private static final int ROUNDS = Extent.of(1, 10);

    /** How many numbers of each sequence are confirmed between two of these. */
    private static final int NUMBERS = 50;

    /** Whose reservations are held, and whose numbers come back, when their time is up. */
    private static final String HELD = "held";

    private static final String RETURNED = "returned";

    private TestingCluster ensemble;
    private final AtomicReferenceArray<ServingNode> nodes = new AtomicReferenceArray<>(NODES);
    private final HeldBooks books = new HeldBooks();
    private final Queue<Long> confirmed = new ConcurrentLinkedQueue<>();

    @BeforeEach
    void start() throws Exception {
        ensemble = TemporaryEnsemble.of(3);
        ensemble.start();
        for (int i = 0; i < NODES; i++) {
            nodes.set(i, startNode());
        }
    }

    @AfterEach
    void stop() throws Exception {
        for (int i = 0; i < NODES; i++) {
            nodes.get(i).close();
        }
        ensemble.close();
    }

    private ServingNode startNode() {
        return ServingNode.start(ensemble.getConnectString(), Duration.ofSeconds(5));
    }

    /** Creates a sequence as soon as the ensemble, which may have no leader yet, serves. */
    private void create(String name, SequenceOptions options) {
        await().ignoreExceptionsInstanceOf(SequenceUnavailableException.class)
                .until(() -> nodes.get(0)
                                .create(new SequenceDefinition(
                                        name, SequenceMode.GAPLESS, List.of(new NumberRange(1, 1_000_000)), options))
                        != null);
    }

    @Test
    void whatIsHeldIsBookedOnceAndWhatComesBackIsGivenAgain() throws Exception {
        create(HELD, SequenceOptions.DEFAULT.withReservationTime(Duration.ofSeconds(1)));
        create(
                RETURNED,
                SequenceOptions.DEFAULT
                        .withReservationTime(Duration.ofSeconds(1))
                        .withAtExpiry(AtExpiry.RETURN));
        CompletableFuture<?> chaos = CompletableFuture.runAsync(this::breakThings);
        Callers.run(2 * CLIENTS_OF_EACH, client -> {
            SplittableRandom random = new SplittableRandom(client);
            for (int i = 0; !chaos.isDone(); i++) {
                if (client < CLIENTS_OF_EACH) {
                    write(client, "document-%d-%d".formatted(client, i), random.nextInt(10));
                } else {
                    sell(client, random.nextInt(10) == 0);
                }
            }
            return null;
        });
        chaos.join();
        assertThatWhatIsHeldIsBookedOnceByWhoeverComesWithItsKey();
        assertThatConfirmedNumbersHaveNeitherHoleNorRepeatWhenAllHasSettled();
    }

    private void assertThatWhatIsHeldIsBookedOnceByWhoeverComesWithItsKey() {
        await().ignoreExceptionsInstanceOf(SequenceUnavailableException.class)
                .until(this::settleByBooks, pending -> pending == 0);
        AuditReport audit = audit(HELD);
        assertThat(audit.findings()).isEmpty();
        assertThat(audit.confirmed()).isEqualTo(books.size()).isGreaterThan(2 * NUMBERS);
        assertThat(audit.pending() + audit.returned()).isZero();
        assertThat(audit.voided()).isPositive();
    }

    /**
     * Writes a document by its key.
     *
     * @param death when the client dies: 0 before the commit, for good; 1 before it, and 2 after it, to come again by another node
     */
    private void write(int client, String document, int death) {
        Grant grant;
        try {
            grant = nodes.get(client % NODES).grant(NextRequest.of(HELD).withKey(document));
        } catch (SequenceUnavailableException e) {
            return;
        }
        if (death == 1) {
            write(client + 1, document, 3);
        } else if (death > 0) {
            books.commit(document, grant);
            if (death == 2) {
                write(client + 1, document, 3);
            } else {
                confirm(HELD, client, grant);
            }
        }
    }

    /** The books of a company: each document has one number, and each number one document. */
    private static final class HeldBooks {

        private final Map<Long, String> documents = new ConcurrentHashMap<>();
        private final Set<String> reservations = ConcurrentHashMap.newKeySet();

        void commit(String document, Grant grant) {
            assertThat(documents.putIfAbsent(grant.first(), document)).isIn(null, document);
            reservations.add(grant.reservation().orElseThrow());
        }

        boolean has(String reservation) {
            return reservations.contains(reservation);
        }

        int size() {
            return documents.size();
        }
    }

    /** Confirms the pending numbers that are in the books, and voids the rest. Returns how much there was. */
    private int settleByBooks() {
        Sequences sequences = nodes.get(0).sequences();
        List<PendingReservation> pending = ServingNode.await(sequences.pending(HELD, Optional.empty(), 500))
                .items();
        for (PendingReservation found : pending) {
            boolean booked = books.has(found.reservation());
            ServingNode.await(sequences.settle(new SettleRequest(
                    HELD,
                    Optional.of(found.reservation()),
                    OptionalLong.empty(),
                    booked ? Settlement.CONFIRM : Settlement.VOID,
                    Optional.of("operator"),
                    booked ? Optional.empty() : Optional.of("no document"))));
        }
        return pending.size();
    }

    private void assertThatConfirmedNumbersHaveNeitherHoleNorRepeatWhenAllHasSettled() {
        SequenceDescription end = await().ignoreExceptionsInstanceOf(SequenceUnavailableException.class)
                .until(this::sellWhatCameBack, state -> state.pending() == 0 && state.returned() == 0);
        List<Long> numbers = confirmed.stream().sorted().toList();
        assertThat(numbers).doesNotHaveDuplicates().hasSizeGreaterThan(2 * NUMBERS);
        assertThat(numbers.get(numbers.size() - 1)).isEqualTo(numbers.size());
        assertThat(end.taken()).isEqualTo(numbers.size());
        AuditReport audit = audit(RETURNED);
        assertThat(audit.findings()).isEmpty();
        assertThat(audit.confirmed()).isEqualTo(numbers.size());
    }

    private AuditReport audit(String name) {
        return await().ignoreExceptionsInstanceOf(SequenceUnavailableException.class)
                .until(() -> auditNow(name), report -> true);
    }

    private AuditReport auditNow(String name) {
        Sequences sequences = nodes.get(0).sequences();
        LedgerBalance balance = ServingNode.await(sequences.balance(name));
        LedgerAudit audit = new LedgerAudit();
        while (audit.last() < balance.entries()) {
            ServingNode.await(sequences.ledger(name, audit.last() + 1, 1_000))
                    .entries()
                    .forEach(audit::accept);
        }
        return audit.report(Optional.of(balance));
    }

    /** As anything else is sold, also once its time is up, and nothing is left then. */
    private SequenceDescription sellWhatCameBack() {
        SequenceDescription state = nodes.get(0).describe(RETURNED);
        while (state.returned() > 0) {
            sell(0, false);
            state = nodes.get(0).describe(RETURNED);
        }
        return state;
    }

    private void sell(int client, boolean dies) {
        Grant grant;
        try {
            grant = nodes.get(client % NODES).grant(NextRequest.of(RETURNED));
        } catch (SequenceUnavailableException e) {
            return;
        }
        if (!dies && confirm(RETURNED, client, grant)) {
            confirmed.add(grant.first());
        }
    }

    /** Confirms until the answer is known, on any node, as a client does that has to know. */
    private boolean confirm(String name, int client, Grant grant) {
        while (true) {
            try {
                nodes.get(client % NODES).confirm(name, grant);
                return true;
            } catch (ReservationSettledException e) {
                // Too late; the number belongs to another caller.
                return false;
            } catch (SequenceUnavailableException e) {
                Thread.onSpinWait();
            }
        }
    }

    private void breakThings() {
        try {
            for (int round = 0; round < ROUNDS; round++) {
                awaitMore();
                killNode(1);
                awaitMore();
                killLeader();
                awaitMore();
                killNode(2);
                killNode(0);
            }
            awaitMore();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** Waits until more numbers of both sequences are confirmed. */
    private void awaitMore() {
        int booked = books.size();
        int sold = confirmed.size();
        await().until(() -> books.size() > booked + NUMBERS && confirmed.size() > sold + NUMBERS);
    }

    private void killNode(int index) {
        nodes.getAndSet(index, startNode()).kill();
    }

    private void killLeader() throws Exception {
        InstanceSpec leader = await().until(this::leader, Optional::isPresent).orElseThrow();
        ensemble.killServer(leader);
        // The others serve on.
        awaitMore();
        ensemble.restartServer(leader);
    }

    private Optional<InstanceSpec> leader() {
        return ensemble.getInstances().stream()
                .filter(server -> ZooKeeperServer.leads(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), server.getPort())))
                .findFirst();
    }
}
