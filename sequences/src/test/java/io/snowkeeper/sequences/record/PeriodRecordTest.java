package io.snowkeeper.sequences.record;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowkeeper.coordinator.store.PayloadCodec;
import io.snowkeeper.core.business.PeriodLength;
import io.snowkeeper.core.business.PeriodRule;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceDefinition;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Periods whose nodes have different rules of a zone, and their records. */
class PeriodRecordTest {

    /** A zone whose clocks some nodes have an hour ahead. */
    private static final PeriodRule FORMER = PeriodRule.of(PeriodLength.DAY, "+01:00");

    private static final PeriodRule AHEAD = PeriodRule.of(PeriodLength.DAY, "+02:00");
    private static final PeriodRule BEHIND = PeriodRule.of(PeriodLength.DAY, "+00:00");
    private static final long NOON = millis("2026-11-25T11:00:00Z");
    private static final long MIDNIGHT = millis("2026-11-25T23:00:00Z");
    private static final long HOUR = Duration.ofHours(1).toMillis();

    private static long millis(String instant) {
        return Instant.parse(instant).toEpochMilli();
    }

    private static PeriodRecord begun(PeriodRule rule) {
        return PeriodRecord.of(rule).at(NOON);
    }

    /** Returns periods as a node takes them whose zone has another rule. */
    private static PeriodRecord as(PeriodRecord periods, PeriodRule rule) {
        return new PeriodRecord(rule, periods.current(), periods.until(), periods.left());
    }

    private static String current(PeriodRecord periods) {
        return Objects.requireNonNull(periods.current()).text();
    }

    @Test
    void thereIsNoPeriodBeforeOneBegins() {
        assertThat(PeriodRecord.of(FORMER).current()).isNull();
        assertThat(current(begun(FORMER))).isEqualTo("2026-11-25");
        assertThat(begun(FORMER).until()).isEqualTo(MIDNIGHT);
    }

    @Test
    void aPeriodEndsWhenItWasSaidToByWhateverRuleOfThoseWhoKnowIt() {
        long last = MIDNIGHT - 1;
        assertThat(as(begun(FORMER), AHEAD).at(last)).isEqualTo(as(begun(FORMER), AHEAD));
        assertThat(as(begun(FORMER), BEHIND).at(last)).isEqualTo(as(begun(FORMER), BEHIND));
        assertThat(current(begun(FORMER).at(MIDNIGHT))).isEqualTo("2026-11-26");
        assertThat(current(as(begun(FORMER), AHEAD).at(MIDNIGHT))).isEqualTo("2026-11-26");
    }

    @Test
    void aPeriodThatGoesOnByTheRuleOfWhoWouldEndItGoesOn() {
        PeriodRecord on = as(begun(FORMER), BEHIND).at(MIDNIGHT);
        assertThat(current(on)).isEqualTo("2026-11-25");
        assertThat(on.until()).isEqualTo(MIDNIGHT + HOUR);
        // Those of the other rule wait for that.
        assertThat(as(on, FORMER).at(MIDNIGHT + 1)).isEqualTo(as(on, FORMER));
        assertThat(current(as(on, FORMER).at(MIDNIGHT + HOUR))).isEqualTo("2026-11-26");
    }

    @Test
    void aPeriodOnlyMovesForwardWhicheverRuleIsAskedAndHoweverTheClockGoes() {
        List<PeriodRule> rules = List.of(FORMER, AHEAD, BEHIND);
        PeriodRecord periods = begun(AHEAD);
        for (int step = 0; step < 2_000; step++) {
            // Ahead by 17 minutes at a time, and every third time back by half an hour.
            long now = NOON + step * 17 * 60_000L - (step % 3 == 0 ? HOUR / 2 : 0);
            PeriodRecord next = as(periods, rules.get(step % 3)).at(now);
            assertThat(next.current()).isGreaterThanOrEqualTo(periods.current());
            assertThat(next.until()).isGreaterThan(now);
            periods = next;
        }
        assertThat(current(periods)).isEqualTo("2026-12-19");
    }

    @Test
    void anotherRuleIsFollowedAsLongAsNobodyCanHaveNumbersInMemoryByThen() {
        long end = MIDNIGHT - HOUR;
        long relied = PeriodRecord.RELIED_MILLIS + PeriodRecord.MARGIN_MILLIS;
        assertThat(as(begun(FORMER), AHEAD).at(end - relied - 1).until()).isEqualTo(end);
        assertThat(as(begun(FORMER), AHEAD).at(end - relied).until()).isEqualTo(MIDNIGHT);
        assertThat(as(begun(FORMER), BEHIND).at(MIDNIGHT - relied - 1).until()).isEqualTo(MIDNIGHT + HOUR);
        assertThat(as(begun(FORMER), BEHIND).at(MIDNIGHT - relied).until()).isEqualTo(MIDNIGHT);
    }

    @Test
    void aPeriodStaysWhenTheClockGoesBackBehindItsBeginning() {
        PeriodRecord next = begun(FORMER).at(MIDNIGHT);
        assertThat(current(next.at(MIDNIGHT - HOUR))).isEqualTo("2026-11-26");
    }

    // The records.

    private static SequenceRecord state(PeriodRule rule) {
        return SequenceRecord.of(
                new SequenceDefinition(
                                "A", SequenceMode.ORDERED, List.of(new NumberRange(1, 9)), SequenceOptions.DEFAULT)
                        .withPeriods(rule),
                StateLimits.DEFAULT);
    }

    @Test
    void aStateIsReadAsItIsWritten() throws IOException {
        SequenceRecord created = state(PeriodRule.of(PeriodLength.QUARTER, "Europe/Berlin"));
        SequenceRecord begun =
                created.withPeriods(Objects.requireNonNull(created.periods()).at(NOON));
        assertThat(PayloadCodec.decode(PayloadCodec.encode(created), SequenceRecord.class))
                .isEqualTo(created);
        assertThat(PayloadCodec.decode(PayloadCodec.encode(begun), SequenceRecord.class))
                .isEqualTo(begun);
        assertThat(new String(PayloadCodec.encode(begun), UTF_8))
                .startsWith(
                        "{\"numbering\":{\"mode\":\"ORDERED\",\"step\":{\"size\":1,\"offset\":0},\"periods\":{\"length\":\"quarter\",\"zone\":\"Europe/Berlin\",\"current\":\"2026-Q4\",\"until\":%d,\"left\":{}}},\"ranges\""
                                .formatted(millis("2026-12-31T23:00:00Z")));
    }

    @Test
    void aNodeThatDoesNotKnowTheZoneRefusesTheSequence() {
        String unknown = new String(PayloadCodec.encode(state(FORMER)), UTF_8).replace("+01:00", "Europe/Bonn");
        assertThatThrownBy(() -> PayloadCodec.decode(unknown.getBytes(UTF_8), SequenceRecord.class))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("there is no time zone \"Europe/Bonn\"");
    }

    @Test
    void aSequenceIsAnotherOneIfItsPeriodsAreOthers() {
        SequenceDefinition daily = state(FORMER).definition("A");
        assertThat(CreationRecord.of(daily).isOf(daily)).isTrue();
        assertThat(CreationRecord.of(daily).isOf(daily.withPeriods(AHEAD))).isFalse();
        assertThat(CreationRecord.of(daily)
                        .isOf(new SequenceDefinition("A", daily.mode(), daily.ranges(), daily.options())))
                .isFalse();
    }
}
