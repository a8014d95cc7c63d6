package io.snowkeeper.loadtest.chaos.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.core.Layout;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class LeaseCheckTest {

    private static final Layout LAYOUT = Layout.DEFAULT;
    private static final long START = Instant.parse("2026-11-21T12:00:00Z").toEpochMilli();

    private final Violations violations = new Violations();
    private final UsedTimes times = new UsedTimes(LAYOUT, START, violations);

    @Test
    void timesUpToTheLimitAreReserved() {
        used("n1", 17, START + 100);
        used("n1", 17, START + 200);
        check(new SlotWrite(17, "n1", START + 200));

        assertThat(violations.first()).isEmpty();
    }

    @Test
    void aTimeAboveTheLimitIsFound() {
        used("n1", 17, START + 201);
        check(new SlotWrite(17, "n1", START + 200));

        assertThat(violations.first())
                .containsExactly("an id's time must be within a reservation of its node: node n1, worker id 17, time"
                        + " 2026-11-21T12:00:00.201Z");
    }

    @Test
    void aTimeThatWasReservedForTheOwnerBeforeIsFound() {
        used("n2", 17, START + 200);
        check(new SlotWrite(17, "n1", START + 200), new SlotWrite(17, "n2", START + 400));

        assertThat(violations.count()).isEqualTo(1);
    }

    @Test
    void theNextOwnerMayUseWhatComesAfter() {
        used("n2", 17, START + 201);
        check(new SlotWrite(17, "n1", START + 200), new SlotWrite(17, "n2", START + 400));

        assertThat(violations.first()).isEmpty();
    }

    @Test
    void afterACleanStopTheNextOwnerMayUseWhatWasLeft() {
        used("n1", 17, START + 100);
        used("n2", 17, START + 101);
        check(
                new SlotWrite(17, "n1", START + 200),
                new SlotWrite(17, "n1", START + 100),
                new SlotWrite(17, "n2", START + 300));

        assertThat(violations.first()).isEmpty();
    }

    @Test
    void aWorkerIdThatTheNodeNeverHeldIsFound() {
        used("n1", 18, START + 100);
        check(new SlotWrite(17, "n1", START + 200));

        assertThat(violations.count()).isEqualTo(1);
    }

    @Test
    void aTimeLongBeforeTheRunIsFound() {
        used("n1", 17, START - 3_600_000);

        assertThat(violations.first())
                .singleElement()
                .asString()
                .startsWith("no reservation can hold the time of an id: ");
    }

    @Test
    void tenuresAreChangesOfTheNode() {
        LeaseCheck check = new LeaseCheck(List.of(
                new SlotWrite(17, "n1", START),
                new SlotWrite(17, "n1", START + 1),
                new SlotWrite(17, "n2", START + 2)));

        assertThat(check.tenures()).isEqualTo(2);
    }

    private void used(String node, long worker, long unixMillis) {
        long id = LAYOUT.compose(LAYOUT.timestampAt(unixMillis), worker, 0);
        times.used(node, new long[] {id}, 1);
    }

    private void check(SlotWrite... writes) {
        new LeaseCheck(List.of(writes)).check(times, violations);
    }
}
