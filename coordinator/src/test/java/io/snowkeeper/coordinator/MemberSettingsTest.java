package io.snowkeeper.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowkeeper.core.Layout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MemberSettingsTest {

    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration HOUR = Duration.ofHours(1);

    @Test
    void theEndsOfAllRangesAreAllowed() {
        settings("n1", Layout.DEFAULT, SECOND, SECOND, Duration.ofMillis(100), Duration.ZERO);
        settings("n1", Layout.DEFAULT, HOUR, Duration.ofMinutes(5), HOUR, MINUTE);
    }

    @Test
    void aBlankNameIsRefused() {
        assertRefused("name must not be blank", () -> settings("", Layout.DEFAULT, MINUTE, MINUTE, SECOND, SECOND));
    }

    @Test
    void moreWorkersThanZooKeeperIsAskedToKeepAreRefused() {
        Layout wide = Layout.milliseconds(Layout.DEFAULT_EPOCH, 41, 17, 5);
        assertRefused(
                "must be <= 16 in a fleet: workerBits=17", () -> settings("n1", wide, MINUTE, MINUTE, SECOND, SECOND));
    }

    @Test
    void aWindowOutOfRangeIsRefused() {
        assertRefused(
                "must be >= PT1S && <= PT1H: window=PT0.999S",
                () -> settings("n1", Layout.DEFAULT, Duration.ofMillis(999), MINUTE, SECOND, SECOND));
    }

    @Test
    void aSessionTimeoutOutOfRangeIsRefused() {
        assertRefused(
                "must be >= PT1S && <= PT5M: sessionTimeout=PT1H",
                () -> settings("n1", Layout.DEFAULT, MINUTE, HOUR, SECOND, SECOND));
    }

    @Test
    void aSkewOutOfRangeIsRefused() {
        assertRefused(
                "must be >= PT0.1S && <= PT1H: maxSkew=PT0S",
                () -> settings("n1", Layout.DEFAULT, MINUTE, MINUTE, Duration.ZERO, SECOND));
    }

    @Test
    void aSequenceTimeoutOutOfRangeIsRefused() {
        assertRefused(
                "must be >= PT0.1S && <= PT1M: sequenceTimeout=PT1H",
                () -> MemberSettings.builder("n1").sequenceTimeout(HOUR).build());
    }

    @Test
    void aRollbackWaitOutOfRangeIsRefused() {
        assertRefused(
                "must be >= PT0S && <= PT1M: maxRollbackWait=PT-1S",
                () -> settings("n1", Layout.DEFAULT, MINUTE, MINUTE, SECOND, Duration.ofSeconds(-1)));
    }

    @Test
    void allWorkerIdsOfALayoutAreThoseOfAnotherOne() {
        Layout wide = Layout.milliseconds(Layout.DEFAULT_EPOCH, 41, 12, 10);
        MemberSettings settings = MemberSettings.builder("n1").build();

        assertThat(settings.toBuilder().layout(wide).build().workerIds()).isEqualTo(WorkerIdRange.all(wide));
    }

    @Test
    void laterChangesToTheEndpointsAreNotSeen() {
        List<String> endpoints = new ArrayList<>(List.of("a:1"));
        MemberSettings settings = MemberSettings.builder("n1")
                .connectString("zk")
                .endpoints(endpoints)
                .window(MINUTE)
                .sessionTimeout(MINUTE)
                .maxSkew(SECOND)
                .maxRollbackWait(SECOND)
                .build();
        endpoints.clear();
        assertThat(settings.endpoints()).containsExactly("a:1");
    }

    private static void assertRefused(String message, Runnable settings) {
        assertThatThrownBy(settings::run)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    private static MemberSettings settings(
            String node,
            Layout layout,
            Duration window,
            Duration sessionTimeout,
            Duration maxSkew,
            Duration maxRollbackWait) {
        return MemberSettings.builder(node)
                .layout(layout)
                .window(window)
                .sessionTimeout(sessionTimeout)
                .maxSkew(maxSkew)
                .maxRollbackWait(maxRollbackWait)
                .build();
    }
}
