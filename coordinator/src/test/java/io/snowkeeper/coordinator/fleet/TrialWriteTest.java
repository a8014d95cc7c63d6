package io.snowkeeper.coordinator.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowkeeper.coordinator.memory.MemoryEnsemble;
import io.snowkeeper.coordinator.memory.MemoryStore;
import io.snowkeeper.coordinator.store.Environment;
import io.snowkeeper.coordinator.store.RecordChildren;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TrialWriteTest {

    private final MemoryStore store = new MemoryEnsemble(() -> 4_711).client();
    private final TrialWrite trial = new TrialWrite(store, Environment.REAL);

    @BeforeEach
    void connect() {
        store.start();
    }

    @Test
    void itTellsTheStoresTimeAndLeavesNothing() throws Exception {
        assertThat(store.session().ensure("")).isCompleted();

        assertThat(trial.storeMillis()).hasValue(4_711);
        assertThat(store.session().children("").get().map(RecordChildren::names))
                .hasValueSatisfying(names -> assertThat(names).isEmpty());
    }

    @Test
    void aStoreThatIsAwayIsTold() {
        store.cut();

        assertThatExceptionOfType(LeaseProblemException.class).isThrownBy(trial::storeMillis);
    }
}
