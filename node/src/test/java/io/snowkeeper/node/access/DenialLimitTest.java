package io.snowkeeper.node.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.node.audit.AuditEvent;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class DenialLimitTest {

    private final AtomicLong now = new AtomicLong();
    private final DenialLimit limit = new DenialLimit(now::get);

    private static AuditEvent.Who unknown(int number) {
        return new AuditEvent.Who("anonymous", AuditEvent.Shown.NOTHING, Optional.of("192.0.2." + number));
    }

    private static AuditEvent.Who billing(String address) {
        return new AuditEvent.Who("billing", AuditEvent.Shown.TOKEN, Optional.of(address));
    }

    private void fillWithUnknown() {
        for (int i = 0; i < DenialLimit.MAX_UNKNOWN; i++) {
            assertThat(limit.admit(unknown(i), "drain")).hasValue(0);
        }
    }

    private void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }

    @Test
    void unknownClientsDoNotKeepBackWhatASubjectTries() {
        fillWithUnknown();

        assertThat(limit.admit(billing("192.0.2.7"), "drain")).hasValue(0);
        assertThat(limit.admit(billing("192.0.2.7"), "sequence_delete")).hasValue(0);
    }

    @Test
    void aSubjectIsTheSameFromWhereverItTries() {
        assertThat(limit.admit(billing("192.0.2.7"), "drain")).hasValue(0);
        assertThat(limit.admit(billing("192.0.2.8"), "drain")).isEmpty();
        pass(Duration.ofMinutes(1));

        assertThat(limit.admit(billing("192.0.2.8"), "drain")).hasValue(1);
    }

    @Test
    void ofUnknownClientsThatAreTooManyOneAMinuteComesThrough() {
        fillWithUnknown();
        pass(Duration.ofSeconds(30));

        assertThat(limit.admit(unknown(100), "drain")).hasValue(0);
        assertThat(limit.admit(unknown(101), "drain")).isEmpty();
        assertThat(limit.admit(unknown(102), "drain")).isEmpty();
    }

    @Test
    void whatWasKeptBackOfThoseThatAreTooManyIsToldWithTheNextOfThem() {
        fillWithUnknown();
        assertThat(limit.admit(unknown(100), "drain")).hasValue(0);
        assertThat(limit.admit(unknown(101), "drain")).isEmpty();
        assertThat(limit.admit(unknown(102), "drain")).isEmpty();
        pass(Duration.ofMinutes(1));
        for (int i = 0; i < DenialLimit.MAX_UNKNOWN - 1; i++) {
            assertThat(limit.admit(unknown(i), "drain")).hasValue(0);
        }

        assertThat(limit.admit(unknown(103), "drain")).hasValue(2);
    }

    @Test
    void aPlaceIsFreeAgainAfterAMinute() {
        fillWithUnknown();
        pass(Duration.ofMinutes(1));

        assertThat(limit.admit(unknown(100), "drain")).hasValue(0);
        assertThat(limit.admit(unknown(101), "drain")).hasValue(0);
    }
}
