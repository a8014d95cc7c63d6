package io.snowkeeper.loadtest.drill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import io.snowkeeper.testkit.extent.OnlyInFull;
import io.snowkeeper.testkit.time.Realtime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * The operators' view when something goes wrong: the verdict wherever it is shown, the alerts that fire and no others,
 * the first look by the runbook, and a readable log. Times are a tenth of those by default.
 */
@OnlyInFull
@Realtime
@TestMethodOrder(OrderAnnotation.class)
class DrillIT {

    private static final String ALL = "ids and sequences are given by 3 of 3 nodes";
    private static final String TWO_OF_IDS = "ids are given by 2 of 3 nodes; sequences are given by 3 of 3 nodes";

    /** Once its session has ended, a node is none of the fleet any more. */
    private static final String OTHER_TWO = "ids and sequences are given by 2 of [23] nodes";

    private static final String ANY = ".+";
    private static final List<String> EVERY_NODE = List.of("n1", "n2", "n3");
    private static final String FEW_READY = "SnowkeeperFewNodesReady";

    /** The alerts of a node that cannot renew its worker id, for any cause. */
    private static final List<String> NO_RENEWAL = List.of(
            "SnowkeeperRenewalsFail", "SnowkeeperReservationShort", "SnowkeeperNoWorkerId", "SnowkeeperNotReady");

    @TempDir(cleanup = ON_SUCCESS)
    private static Path folder;

    private static final Duration LONG = Duration.ofMinutes(1);

    private static DrilledFleet fleet;

    /** How many things go wrong at a time. */
    private int faults = 1;

    @BeforeAll
    static void start() throws Exception {
        fleet = DrilledFleet.start(folder);
    }

    @AfterAll
    static void stop() throws Exception {
        if (fleet != null) {
            fleet.close();
        }
    }

    @BeforeEach
    void isQuiet() {
        verdict("n1", ALL, "given", "given", 0);
        await("no alert")
                .atMost(LONG)
                .untilAsserted(() -> assertThat(fleet.sent()).isEmpty());
        fleet.mark();
    }

    @AfterEach
    void logsCanBeRead() {
        fleet.assertLogsAreShort(faults);
    }

    @Test
    @Order(1)
    void aNodeIsKilled() throws Exception {
        fleet.node("n3").kill();
        try {
            alerts(Set.of("SnowkeeperDown n3"), Set.of());
            verdict("n1", OTHER_TWO, "given", "given", 0);
        } finally {
            fleet.node("n3").start();
        }
    }

    @Test
    @Order(2)
    void aNodeStandsStill() throws Exception {
        fleet.node("n3").signal("STOP");
        try {
            alerts(Set.of("SnowkeeperDown n3"), Set.of());
            verdict("n1", OTHER_TWO, "given", "given", 0);
        } finally {
            fleet.node("n3").signal("CONT");
        }
    }

    @Test
    @Order(3)
    void aClockIsSetBack() throws Exception {
        // By more than alerts take on a busy machine: once the clock has caught up with the last id, the node gives
        // ids again.
        fleet.node("n3").clock().stay(-300_000);
        try {
            alerts(
                    Set.of("SnowkeeperClockMovedBack n3"),
                    join(raised(NO_RENEWAL, List.of("n3")), Set.of("SnowkeeperClockSkewed n3")));
            readiness("n3", "clock-moved-backwards");
            verdict("n1", TWO_OF_IDS, "given", "given", 3);
        } finally {
            fleet.node("n3").clock().stay(0);
        }
    }

    @Test
    @Order(4)
    void aDiskIsFull() throws Exception {
        fleet.node("n3").state().fill();
        try {
            alerts(Set.of("SnowkeeperReservationShort n3"), raised(NO_RENEWAL, List.of("n3")));
            readiness("n3", "state");
            verdict("n1", TWO_OF_IDS, "given", "given", 3);
        } finally {
            fleet.node("n3").state().empty();
        }
    }

    @Test
    @Order(5)
    void zooKeeperIsAway() throws Exception {
        fleet.zooKeeper().kill();
        try {
            alerts(raised(List.of("SnowkeeperZooKeeperUnreachable"), EVERY_NODE), Set.of(FEW_READY));
            // They are at risk for seconds alone, so this is looked for where it stays.
            await("at risk")
                    .atMost(LONG)
                    .ignoreExceptions()
                    .untilAsserted(() -> fleet.assertHasShown(
                            "n1", "ids are at risk until .*: zookeeper-away; sequences are refused: .*", "at-risk"));
            verdict("n1", "ids are refused: reservation-used-up; sequences are refused: .*", "refused", "refused", 3);
            readiness("n1", "ZooKeeper cannot be reached");
        } finally {
            fleet.zooKeeper().restart();
        }
    }

    @Test
    @Order(6)
    void workerIdsAreUsedUp() throws Exception {
        fleet.add("n4");
        try {
            alerts(Set.of("SnowkeeperNoWorkerId n4"), Set.of());
            readiness("n4", "no worker id is free");
            verdict("n1", "ids are given by 3 of 4 nodes; sequences are given by 4 of 4 nodes", "given", "given", 3);
        } finally {
            fleet.remove("n4");
        }
    }

    @Test
    @Order(7)
    void zooKeeperIsRestored() throws Exception {
        fleet.createSequence("invoices");
        fleet.backUp();
        fleet.takeNumber("invoices");
        fleet.mark();
        // An outage, a ZooKeeper that accepts connections before it gives sessions, and data that were put back.
        faults = 3;
        fleet.putBack();
        alerts(
                raised(List.of("SnowkeeperSequencesClosed"), EVERY_NODE),
                join(
                        raised(NO_RENEWAL, EVERY_NODE),
                        raised(List.of("SnowkeeperZooKeeperUnreachable"), EVERY_NODE),
                        Set.of(FEW_READY)));
        // A node that has renewed its worker id since the backup gives no ids until it is restarted.
        verdict("n1", ".*sequences are refused: ensemble-restored", ANY, "refused", 3);
        readiness("n1", "ensemble-restored");
    }

    /** Does what the runbook has you do first. */
    private static void readiness(String asked, String reason) throws Exception {
        assertThat(fleet.text(fleet.node(asked), "/readyz?verbose")).contains(reason);
    }

    private static void verdict(String asked, String verdict, String ids, String sequences, int status) {
        await("verdict")
                .atMost(LONG)
                .ignoreExceptions()
                .untilAsserted(() -> fleet.assertVerdict(asked, verdict, ids, sequences, status));
    }

    /** Waits until alerts are sent, and requires that nothing else is but what may be. */
    private static void alerts(Set<String> expected, Set<String> others) throws Exception {
        await("alerts")
                .atMost(LONG)
                .ignoreExceptions()
                .untilAsserted(() -> assertThat(fleet.sent()).containsAll(expected));
        assertThat(join(expected, others)).containsAll(fleet.sent());
    }

    private static Set<String> raised(List<String> alerts, List<String> nodes) {
        return alerts.stream()
                .flatMap(alert -> nodes.stream().map(node -> alert + " " + node))
                .collect(Collectors.toSet());
    }

    @SafeVarargs
    private static Set<String> join(Set<String>... sets) {
        return Stream.of(sets).flatMap(Set::stream).collect(Collectors.toSet());
    }
}
