package io.snowkeeper.coordinator.sequence.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.coordinator.sequence.Grant;
import io.snowkeeper.coordinator.sequence.NextRequest;
import io.snowkeeper.coordinator.sequence.PendingReservation;
import io.snowkeeper.coordinator.sequence.ReservationSettledException;
import io.snowkeeper.coordinator.sequence.SequenceDefinition;
import io.snowkeeper.coordinator.sequence.SequenceDescription;
import io.snowkeeper.coordinator.sequence.SequenceUnavailableException;
import io.snowkeeper.coordinator.sequence.Sequences;
import io.snowkeeper.coordinator.sequence.SettleRequest;
import io.snowkeeper.coordinator.sequence.Settlement;
import io.snowkeeper.coordinator.sequence.ledger.AuditReport;
import io.snowkeeper.coordinator.sequence.ledger.LedgerAudit;
import io.snowkeeper.coordinator.sequence.ledger.LedgerBalance;
import io.snowkeeper.core.sequence.AtExpiry;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import io.snowkeeper.testkit.curator.TemporaryEnsemble;
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

    private static final int CLIENTS = 12;
    private static final int NODES = 3;

    private TestingCluster ensemble;
    private final AtomicReferenceArray<ServingNode> nodes = new AtomicReferenceArray<>(NODES);
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

    /** Creates the sequence as soon as the ensemble, which may have no leader yet, serves. */
    private void create(SequenceOptions options) {
        await().ignoreExceptionsInstanceOf(SequenceUnavailableException.class)
                .until(() -> nodes.get(0)
                                .create(new SequenceDefinition(
                                        "A", SequenceMode.GAPLESS, List.of(new NumberRange(1, 1_000_000)), options))
                        != null);
    }

    @Test
    void whatIsHeldIsBookedOnceByWhoeverComesWithItsKey() throws Exception {
        create(SequenceOptions.DEFAULT.withReservationTime(Duration.ofSeconds(1)));
        HeldBooks books = new HeldBooks();
        Thread chaos = new Thread(this::breakThings);
        chaos.start();
        Callers.run(CLIENTS, client -> {
            SplittableRandom random = new SplittableRandom(client);
            for (int i = 0; chaos.isAlive(); i++) {
                write(books, client, "document-%d-%d".formatted(client, i), random.nextInt(10));
            }
            return null;
        });
        await().ignoreExceptionsInstanceOf(SequenceUnavailableException.class)
                .until(() -> settleByBooks(books), pending -> pending == 0);
        AuditReport audit = audit(nodes.get(0).sequences());
        assertThat(audit.findings()).isEmpty();
        assertThat(audit.confirmed()).isEqualTo(books.size()).isGreaterThan(100);
        assertThat(audit.pending() + audit.returned()).isZero();
        assertThat(audit.voided()).isPositive();
    }

    /**
     * Writes a document by its key.
     *
     * @param death when the client dies: 0 before the commit, for good; 1 before it, and 2 after it, to come again by another node
     */
    private void write(HeldBooks books, int client, String document, int death) {
        Grant grant;
        try {
            grant = nodes.get(client % NODES).grant(NextRequest.of("A").withKey(document));
        } catch (SequenceUnavailableException e) {
            return;
        }
        if (death == 1) {
            write(books, client + 1, document, 3);
        } else if (death > 0) {
            books.commit(document, grant);
            if (death == 2) {
                write(books, client + 1, document, 3);
            } else {
                confirm(client, grant);
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

    /** Confirms what the books have of all that is pending, and makes the rest void. Returns how much there was. */
    private int settleByBooks(HeldBooks books) {
        Sequences sequences = nodes.get(0).sequences();
        List<PendingReservation> pending =
                ServingNode.await(sequences.pending("A", Optional.empty(), 500)).reservations();
        for (PendingReservation found : pending) {
            boolean booked = books.has(found.reservation());
            ServingNode.await(sequences.settle(new SettleRequest(
                    "A",
                    Optional.of(found.reservation()),
                    OptionalLong.empty(),
                    booked ? Settlement.CONFIRM : Settlement.VOID,
                    Optional.of("operator"),
                    booked ? Optional.empty() : Optional.of("no document"))));
        }
        return pending.size();
    }

    @Test
    void whenAllHasSettledTheConfirmedNumbersHaveNeitherHoleNorRepeat() throws Exception {
        SequenceOptions options = SequenceOptions.DEFAULT
                .withReservationTime(Duration.ofSeconds(2))
                .withAtExpiry(AtExpiry.RETURN);
        create(options);
        Thread chaos = new Thread(this::breakThings);
        chaos.start();
        Callers.run(CLIENTS, client -> {
            SplittableRandom random = new SplittableRandom(client);
            while (chaos.isAlive()) {
                sell(client, random.nextInt(10) == 0);
            }
            return null;
        });
        SequenceDescription end = await().ignoreExceptionsInstanceOf(SequenceUnavailableException.class)
                .until(this::sellWhatCameBack, state -> state.pending() == 0 && state.returned() == 0);
        List<Long> numbers = confirmed.stream().sorted().toList();
        assertThat(numbers).doesNotHaveDuplicates().hasSizeGreaterThan(100);
        assertThat(numbers.get(numbers.size() - 1)).isEqualTo(numbers.size());
        assertThat(end.taken()).isEqualTo(numbers.size());
        AuditReport audit = audit(nodes.get(0).sequences());
        assertThat(audit.findings()).isEmpty();
        assertThat(audit.confirmed()).isEqualTo(numbers.size());
    }

    private static AuditReport audit(Sequences sequences) {
        LedgerBalance balance = ServingNode.await(sequences.balance("A"));
        LedgerAudit audit = new LedgerAudit();
        while (audit.last() < balance.entries()) {
            ServingNode.await(sequences.ledger("A", audit.last() + 1, 1_000))
                    .entries()
                    .forEach(audit::accept);
        }
        return audit.report(Optional.of(balance));
    }

    /** As anything else is sold, also once its time is up, and nothing is left then. */
    private SequenceDescription sellWhatCameBack() {
        SequenceDescription state = nodes.get(0).describe("A");
        while (state.returned() > 0) {
            sell(0, false);
            state = nodes.get(0).describe("A");
        }
        return state;
    }

    private void sell(int client, boolean dies) {
        Grant grant;
        try {
            grant = nodes.get(client % NODES).grant(NextRequest.of("A"));
        } catch (SequenceUnavailableException e) {
            return;
        }
        if (!dies) {
            confirm(client, grant);
        }
    }

    /** Confirms until the answer is known, on whatever node there is, as a client does that has to know. */
    private void confirm(int client, Grant grant) {
        while (true) {
            try {
                nodes.get(client % NODES).confirm("A", grant);
                confirmed.add(grant.first());
                return;
            } catch (ReservationSettledException e) {
                // Too late; the number belongs to somebody else.
                return;
            } catch (SequenceUnavailableException e) {
                Thread.onSpinWait();
            }
        }
    }

    private void breakThings() {
        try {
            Thread.sleep(1_000);
            killNode(1);
            Thread.sleep(500);
            killLeader();
            Thread.sleep(1_500);
            killNode(2);
            killNode(0);
            Thread.sleep(2_500);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private void killNode(int index) {
        nodes.getAndSet(index, startNode()).kill();
    }

    private void killLeader() throws Exception {
        InstanceSpec leader = ensemble.getInstances().stream()
                .filter(server -> ZooKeeperServer.leads(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), server.getPort())))
                .findFirst()
                .orElseThrow(() -> new AssertionError("the ensemble has no leader"));
        ensemble.killServer(leader);
        Thread.sleep(1_500);
        ensemble.restartServer(leader);
    }
}
