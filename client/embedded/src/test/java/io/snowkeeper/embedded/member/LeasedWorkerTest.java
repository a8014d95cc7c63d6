package io.snowkeeper.embedded.member;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.coordinator.Coordinator;
import io.snowkeeper.coordinator.FleetMembership;
import io.snowkeeper.coordinator.LeaseListener;
import io.snowkeeper.coordinator.MemberSettings;
import io.snowkeeper.coordinator.StoreSecurity;
import io.snowkeeper.coordinator.WorkerLease;
import io.snowkeeper.coordinator.store.CoordinationStore;
import io.snowkeeper.core.MillisClock;
import io.snowkeeper.core.Reservation;
import io.snowkeeper.sequences.SequenceSettings;
import io.snowkeeper.sequences.Sequences;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A worker whose membership has not found its fleet yet, or has. */
class LeasedWorkerTest implements Coordinator {

    private static final MemberSettings SETTINGS = MemberSettings.builder("n1")
            .connectString("localhost:2181")
            .window(Duration.ofSeconds(60))
            .sessionTimeout(Duration.ofSeconds(10))
            .maxSkew(Duration.ofSeconds(5))
            .maxRollbackWait(Duration.ofSeconds(1))
            .sequenceTimeout(Duration.ofSeconds(7))
            .build();

    private final CompletableFuture<String> fleet = new CompletableFuture<>();
    private final CompletableFuture<String> restored = new CompletableFuture<>();
    private final List<String> done = new ArrayList<>();
    private final List<SequenceSettings> sequenceSettings = new ArrayList<>();
    private final List<LeaseListener> leases = new ArrayList<>();
    private final LeasedWorker worker = worker();

    private LeasedWorker worker() {
        return new LeasedWorker(SETTINGS, MillisClock.wall(), System::nanoTime, this, (settings, joined) -> {
            sequenceSettings.add(settings);
            return recording("sequences", Sequences.class);
        });
    }

    @BeforeEach
    void join() {
        worker.join(SETTINGS, Optional.empty());
    }

    @Test
    void sequencesAreNotServedBeforeItIsKnownWhichFleetTheIdsAreOf() {
        assertThat(worker.sequences()).isEmpty();
        assertThat(done).doesNotContain("sequences.start");
    }

    @Test
    void callsAboutSequencesWaitAsLongAsTheMemberSettingsSay() {
        assertThat(sequenceSettings).singleElement().satisfies(settings -> {
            assertThat(settings.timeout()).isEqualTo(Duration.ofSeconds(7));
            assertThat(settings.maxSkew()).isEqualTo(Duration.ofSeconds(5));
        });
    }

    @Test
    void sequencesAreServedOnceItIsKnown() {
        fleet.complete("one");

        assertThat(worker.sequences()).isPresent();
        assertThat(done).contains("sequences.start");
    }

    @Test
    void sequencesAreRefusedOnceTheMembershipFindsThatABackupWasRestored() {
        fleet.complete("one");
        assertThat(done).doesNotContain("sequences.refuse");

        restored.complete("an older slot");
        assertThat(done).contains("sequences.refuse");
    }

    @Test
    void sequencesThatWereNeverServedAreClosedAllTheSame() {
        worker.close();
        fleet.complete("one");

        assertThat(done).contains("sequences.close").doesNotContain("sequences.start");
        assertThat(worker.sequences()).isEmpty();
    }

    @Test
    void theFirstLeaseIsThereOnceTheMembershipHoldsItNotWhenItIsGranted() {
        WorkerLease lease = new WorkerLease(7, 0, Reservation.unlimited());

        leases.get(0).granted(lease);
        assertThat(worker.firstLease()).isNotDone();

        leases.get(0).held(lease);
        assertThat(worker.firstLease()).isCompleted();
    }

    @Override
    public FleetMembership membership(
            MemberSettings settings, MillisClock clock, LeaseListener listener, Optional<LongSupplier> issued) {
        leases.add(listener);
        return recording("membership", FleetMembership.class);
    }

    @Override
    public CoordinationStore store(
            String connectString, Duration sessionTimeout, StoreSecurity security, int maxAnswerBytes) {
        throw new UnsupportedOperationException();
    }

    /** Returns one that notes its calls. */
    private <T> T recording(String name, Class<T> type) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, args) -> {
            done.add(name + "." + method.getName());
            return switch (method.getName()) {
                case "fleet" -> fleet;
                case "restored" -> restored;
                case "status" -> worker().membershipStatus();
                default -> null;
            };
        }));
    }
}
