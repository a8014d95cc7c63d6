package io.snowkeeper.coordinator.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.coordinator.FleetView;
import io.snowkeeper.coordinator.FleetView.SlotState;
import io.snowkeeper.coordinator.FleetView.WorkerSlot;
import io.snowkeeper.coordinator.memory.MemoryEnsemble;
import io.snowkeeper.coordinator.memory.MemoryStore;
import io.snowkeeper.coordinator.store.Change;
import io.snowkeeper.coordinator.store.CoordinationStore;
import io.snowkeeper.coordinator.store.PayloadCodec;
import io.snowkeeper.coordinator.store.StoreSession;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The view of a worker id that changes hands while the fleet is read: after its slot, and before the claims. */
class FleetReaderTest {

    private static final Instant NOW = Instant.parse("2026-07-01T12:00:00Z");
    private static final Instant RESERVED = NOW.plus(Duration.ofSeconds(40));

    private static final String CLAIM = FleetPaths.CLAIMS + "/claim-1";

    private final MemoryStore store = new MemoryEnsemble().client();
    private Runnable meanwhile = () -> {};

    @BeforeEach
    void aMemberHoldsWorkerIdSeven() {
        store.start();
        store.session().ensure(FleetPaths.WORKERS).join();
        store.session().ensure(FleetPaths.CLAIMS).join();
        change(
                new Change.Create(FleetPaths.slot(7), slot("claim-1", "n1", RESERVED)),
                new Change.Create(CLAIM, new byte[0]));
    }

    @AfterEach
    void close() {
        store.close();
    }

    private static byte[] slot(String owner, String node, Instant reservedUntil) {
        return PayloadCodec.encode(new SlotRecord(owner, node, reservedUntil));
    }

    private static Change write(String owner, String node, Instant reservedUntil) {
        return new Change.Set(FleetPaths.slot(7), slot(owner, node, reservedUntil), StoreSession.ANY_VERSION);
    }

    private static Change deleteClaim() {
        return new Change.Delete(CLAIM, StoreSession.ANY_VERSION);
    }

    private void change(Change... changes) {
        store.session().write(List.of(changes)).join();
    }

    private WorkerSlot read() {
        FleetView view = new FleetReader(slow(store), NOW::toEpochMilli, Optional::empty, 1024)
                .read()
                .join();
        return view.slots().get(0);
    }

    /** Returns the store, where something happens before the claims are read. */
    private CoordinationStore slow(MemoryStore target) {
        return proxy(CoordinationStore.class, (method, arguments) -> {
            Object result = invoke(target, method, arguments);
            return result instanceof StoreSession session ? slow(session) : result;
        });
    }

    private StoreSession slow(StoreSession target) {
        return proxy(StoreSession.class, (method, arguments) -> {
            if (method.getName().equals("children") && FleetPaths.CLAIMS.equals(arguments[0])) {
                meanwhile.run();
            }
            return invoke(target, method, arguments);
        });
    }

    private interface Call {
        Object of(Method method, Object[] arguments) throws Throwable;
    }

    private static <T> T proxy(Class<T> type, Call call) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> call.of(method, arguments)));
    }

    private static Object invoke(Object target, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    @Test
    void oneThatIsHeldIsLive() {
        assertThat(read().state()).isEqualTo(SlotState.LIVE);
    }

    @Test
    void oneWhoseMemberIsGoneRestsAsLongAsItWasReserved() {
        meanwhile = () -> change(deleteClaim());
        WorkerSlot slot = read();
        assertThat(slot.state()).isEqualTo(SlotState.RESTING);
        assertThat(slot.reservedUntil()).contains(RESERVED);
    }

    @Test
    void oneThatIsHandedBackShowsTheReservationThatWasHandedBack() {
        meanwhile = () -> change(write("claim-1", "n1", NOW.minusSeconds(1)), deleteClaim());
        WorkerSlot slot = read();
        assertThat(slot.state()).isEqualTo(SlotState.FREE);
        assertThat(slot.reservedUntil()).contains(NOW.minusSeconds(1));
    }

    @Test
    void oneThatAnotherMemberTakesIsLive() {
        meanwhile = () -> change(deleteClaim(), write("claim-2", "n2", RESERVED));
        WorkerSlot slot = read();
        assertThat(slot.state()).isEqualTo(SlotState.LIVE);
        assertThat(slot.node()).contains("n2");
    }

    @Test
    void oneThatWasTakenOutOfUseIsRetired() {
        meanwhile = () -> change(deleteClaim(), write("retired", "n1", RESERVED));
        assertThat(read().state()).isEqualTo(SlotState.RETIRED);
    }
}
