package io.snowkeeper.coordinator.lease;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.snowkeeper.coordinator.MemberSettings;
import io.snowkeeper.coordinator.fleet.ClaimRecord;
import io.snowkeeper.coordinator.fleet.FleetPaths;
import io.snowkeeper.coordinator.fleet.FleetTree;
import io.snowkeeper.coordinator.fleet.LeaseProblemException;
import io.snowkeeper.coordinator.fleet.LeaseProblemException.Kind;
import io.snowkeeper.coordinator.fleet.Slot;
import io.snowkeeper.coordinator.fleet.SlotRecord;
import io.snowkeeper.coordinator.memory.MemoryEnsemble;
import io.snowkeeper.coordinator.memory.MemoryStore;
import io.snowkeeper.coordinator.store.Environment;
import io.snowkeeper.coordinator.store.ForwardingEnvironment;
import io.snowkeeper.coordinator.store.PayloadCodec;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A node that waits for the worker id of n1, whose lease lasts for two seconds. */
class StandbyTest {

    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
    private static final long LEASE_MILLIS = 2_000;
    private static final long AWAITED_MILLIS = LEASE_MILLIS * 5 / 4;
    private static final String OWNER = "c-claim-0000000001";

    private long nanos = Long.MAX_VALUE - 1;
    private final MemoryEnsemble ensemble = new MemoryEnsemble();
    private final MemoryStore store = ensemble.client();
    private final FleetTree tree = new FleetTree(store, Environment.REAL);
    private final Standby standby = new Standby(
            tree,
            new ClaimKeeper(tree, MemberSettings.builder("n2").build(), NOON::toEpochMilli, Optional.empty()),
            Duration.ofSeconds(10),
            new Stopwatch());

    /** The environment of the test, whose time passes by hand. */
    private final class Stopwatch extends ForwardingEnvironment {

        @Override
        public long nanoTime() {
            return nanos;
        }

        @Override
        public long millis() {
            return NOON.toEpochMilli();
        }

        @Override
        public void pause(Duration pause) {
            nanos += pause.toNanos();
        }
    }

    @BeforeEach
    void start() {
        store.start();
        store.session().ensure(FleetPaths.claim(OWNER)).join();
        store.session().ensure(FleetPaths.slot(0)).join();
        ensemble.put(
                FleetPaths.claim(OWNER),
                PayloadCodec.encode(ClaimRecord.of(
                        MemberSettings.builder("n1")
                                .endpoints(List.of("10.0.0.7:7070"))
                                .build(),
                        NOON)));
        renew();
    }

    @AfterEach
    void stop() {
        store.close();
    }

    private void renew() {
        write(new SlotRecord(OWNER, "n1", NOON).withLease(LEASE_MILLIS));
    }

    private void write(SlotRecord slot) {
        ensemble.put(FleetPaths.slot(0), PayloadCodec.encode(slot));
    }

    private void pass(long millis) {
        nanos += Duration.ofMillis(millis).toNanos();
    }

    private LeaseProblemException refusal() {
        return catchThrowableOfType(LeaseProblemException.class, standby::requireOver);
    }

    @Test
    void whileTheLeaseMayLastItTellsWhoHasIt() {
        LeaseProblemException refusal = refusal();

        assertThat(refusal.kind()).isEqualTo(Kind.STANDBY);
        assertThat(refusal).hasMessage("this node stands by: node n1 is active, at 10.0.0.7:7070");
        assertThat(refusal.again()).contains(Duration.ofMillis(AWAITED_MILLIS));
    }

    /** Whether the owner's claim is live does not count. */
    @Test
    void theLeaseIsOverWhenItWasNotSeenRenewedForLongerThanItLasts() {
        refusal();
        pass(AWAITED_MILLIS - 1);
        assertThat(refusal()).isNotNull();
        pass(1);

        assertThatCode(standby::requireOver).doesNotThrowAnyException();
    }

    @Test
    void aRenewalBeginsItAnew() {
        refusal();
        pass(AWAITED_MILLIS - 1);
        renew();
        assertThat(refusal()).isNotNull();
        pass(AWAITED_MILLIS - 1);

        assertThat(refusal()).isNotNull();
    }

    /** Where older data were put back, transactions are counted from there. */
    @Test
    void anotherWriteWithTheSameStampIsAnotherOne() {
        Slot first = tree.peekSlot(0).orElseThrow();
        standby.isOver(first);
        pass(AWAITED_MILLIS);

        assertThat(standby.isOver(new Slot(0, first.version() + 1, first.record(), first.stamp())))
                .isFalse();
    }

    /** It is not known how long ago the write was. */
    @Test
    void theWaitBeginsWhenTheSlotWasSeen() {
        pass(AWAITED_MILLIS * 10);

        assertThat(refusal().again()).contains(Duration.ofMillis(AWAITED_MILLIS));
    }

    /** Every client that may write to ZooKeeper may put there something else than a slot: the search says that it is left alone. */
    @Test
    void aSlotThatCannotBeReadIsLeftToTheSearch() {
        ensemble.put(
                FleetPaths.slot(0),
                "{\"owner\":\"c\",\"node\":\"n\",\"reservedUntil\":\"2026-01-01T12:00:00Z\",\"leaseMillis\":9000000000000000000}"
                        .getBytes(UTF_8));

        assertThatCode(standby::requireOver).doesNotThrowAnyException();
    }

    /** As one that was retired is: the search says so. */
    @Test
    void aClockThatIsBehindForMuchLongerThanAnOwnerReservesIsLeftToTheSearch() {
        assertThat(catchThrowableOfType(
                                LeaseProblemException.class, () -> standby.requirePast(NOON.toEpochMilli() - 10_000))
                        .kind())
                .isEqualTo(Kind.CLOCK_BEHIND);
        assertThatCode(() -> standby.requirePast(NOON.toEpochMilli() - 10_001)).doesNotThrowAnyException();
    }

    @Test
    void aWorkerIdThatWasHandedBackIsNotWaitedFor() {
        refusal();
        write(new SlotRecord(OWNER, "n1", NOON));

        assertThatCode(standby::requireOver).doesNotThrowAnyException();
    }
}
