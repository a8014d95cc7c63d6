package io.snowkeeper.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.snowkeeper.coordinator.MemberKind;
import io.snowkeeper.coordinator.MemberSettings;
import io.snowkeeper.core.Layout;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class LeasedIdsOptionsTest {

    @Test
    void aMemberTakesPartInItsFleetByItsNameAndAsWhatItIs() {
        MemberSettings fleet = LeasedIdsOptions.named("orders").fleet("zk1:2181/fleet");

        assertThat(fleet.node()).isEqualTo("orders");
        assertThat(fleet.kind()).isEqualTo(MemberKind.EMBEDDED);
        assertThat(fleet.connectString()).isEqualTo("zk1:2181/fleet");
        assertThat(fleet.endpoints()).isEmpty();
        assertThat(fleet.window()).isEqualTo(Duration.ofSeconds(60));
    }

    @Test
    void aNameIsNeeded() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LeasedIdsOptions.named(" "))
                .withMessage("name must not be blank");
    }

    @Test
    void valuesOutOfTheirRangesAreRefusedByNameAndValue() {
        assertRefused(it -> it.workerIds(0), "must be >= 1 && <= 64: workerIds=0");
        assertRefused(it -> it.workerIds(65), "must be >= 1 && <= 64: workerIds=65");
        assertRefused(
                it -> it.layout(Layout.milliseconds(Layout.DEFAULT.epoch(), 41, 2, 20))
                        .workerIds(5),
                "must be >= 1 && <= 4: workerIds=5");
        assertRefused(
                it -> it.layout(Layout.milliseconds(Layout.DEFAULT.epoch(), 41, 17, 5)),
                "must be <= 16 in a fleet: workerBits=17");
        assertRefused(it -> it.window(Duration.ofMillis(999)), "must be >= PT1S && <= PT1H: window=PT0.999S");
        assertRefused(it -> it.sessionTimeout(Duration.ZERO), "must be >= PT1S && <= PT5M: sessionTimeout=PT0S");
        assertRefused(it -> it.maxSkew(Duration.ZERO), "must be >= PT0.1S && <= PT1H: maxSkew=PT0S");
        assertRefused(
                it -> it.maxRollbackWait(Duration.ofMinutes(2)), "must be >= PT0S && <= PT1M: maxRollbackWait=PT2M");
        assertRefused(it -> it.joinWait(Duration.ofSeconds(-1)), "must be >= PT0S && <= PT10M: joinWait=PT-1S");
        assertRefused(it -> it.joinWait(Duration.ofHours(1)), "must be >= PT0S && <= PT10M: joinWait=PT1H");
    }

    @Test
    void runsThatTheLayoutHasNoRoomForAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        LeasedIdsOptions.builder("orders").perThreadRuns(64).build())
                .withMessage("runs of 64 need 16 sequence bits, for 1024 runs in a tick: layout 41/10/12 has 12,"
                        + " enough for perThreadRuns=4");
        LeasedIdsOptions wide = LeasedIdsOptions.builder("orders")
                .layout(Layout.MORE_SEQUENCE)
                .perThreadRuns(64)
                .build();
        assertThat(wide.perThreadRuns()).isEqualTo(64);
    }

    private static void assertRefused(UnaryOperator<LeasedIdsOptions.Builder> change, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> change.apply(LeasedIdsOptions.builder("orders")).build())
                .withMessage(message);
    }
}
