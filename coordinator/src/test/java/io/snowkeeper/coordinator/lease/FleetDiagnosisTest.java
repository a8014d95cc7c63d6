package io.snowkeeper.coordinator.lease;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowkeeper.coordinator.CoordinatorUnavailableException;
import io.snowkeeper.coordinator.MemberSettings;
import io.snowkeeper.coordinator.memory.MemoryEnsemble;
import io.snowkeeper.coordinator.memory.MemoryStore;
import io.snowkeeper.coordinator.store.Environment;
import io.snowkeeper.coordinator.store.ForwardingEnvironment;
import io.snowkeeper.core.MillisClock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The diagnosis of a fleet that cannot be viewed. */
class FleetDiagnosisTest {

    private final MemoryStore store = new MemoryEnsemble().client();

    @BeforeEach
    void connect() {
        store.start();
    }

    private FleetDiagnosis diagnosis(Environment environment) {
        MemberSettings settings = MemberSettings.builder("n1")
                .connectString("zk:2181")
                .window(Duration.ofSeconds(20))
                .sessionTimeout(Duration.ofSeconds(10))
                .maxSkew(Duration.ofSeconds(5))
                .maxRollbackWait(Duration.ofMillis(10))
                .build();
        return new FleetDiagnosis(settings, store, MillisClock.wall(), environment);
    }

    @Test
    void aStoreThatIsAwayIsToldInItsOwnWords() {
        store.cut();

        assertThatExceptionOfType(CoordinatorUnavailableException.class)
                .isThrownBy(diagnosis(Environment.REAL)::view)
                .withMessage("the connection is lost");
    }

    @Test
    void aStoreThatDoesNotAnswerIsToldWithTheTime() {
        assertThatExceptionOfType(CoordinatorUnavailableException.class)
                .isThrownBy(diagnosis(new Impatience())::view)
                .withMessage("ZooKeeper does not answer within 10000 ms");
    }

    /** An environment in which every answer that is waited for with a timeout comes too late. */
    private static final class Impatience extends ForwardingEnvironment {

        @Override
        public <T> T await(CompletableFuture<T> answer, Duration timeout) throws TimeoutException {
            throw new TimeoutException();
        }
    }
}
