package io.snowkeeper.sequences.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.core.business.Period;
import io.snowkeeper.core.business.PeriodLength;
import io.snowkeeper.core.business.PeriodRule;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.NumberStep;
import io.snowkeeper.core.sequence.SequenceDefinition;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import io.snowkeeper.sequences.NextRequest;
import io.snowkeeper.sequences.SequenceSettings;
import io.snowkeeper.sequences.access.ClockAgreement;
import io.snowkeeper.sequences.engine.ManualTime;
import io.snowkeeper.sequences.record.Position;
import io.snowkeeper.sequences.record.SequenceRecord;
import io.snowkeeper.sequences.record.StateLimits;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class PeriodClockTest {

    private static final Instant HALF_AN_HOUR_BEFORE_MIDNIGHT = Instant.parse("2026-11-25T23:30:00Z");

    private final ManualTime time = new ManualTime();
    private final BlockStock stock = new BlockStock(() -> {}, time::nanoTime);
    private final PeriodClock clock =
            new PeriodClock(stock, new ClockAgreement(time, SequenceSettings.DEFAULT_MAX_SKEW));

    @Test
    void numbersOfAPeriodThatIsBegunShortlyBeforeItsEndAreNotHandedOutLonger() {
        SequenceRecord empty = SequenceRecord.of(
                new SequenceDefinition(
                                "A", SequenceMode.BLOCK, List.of(new NumberRange(1, 100)), SequenceOptions.DEFAULT)
                        .withPeriods(PeriodRule.of(PeriodLength.DAY, "UTC")),
                StateLimits.DEFAULT);
        Position position =
                new Position("i", 1, 1, 1, HALF_AN_HOUR_BEFORE_MIDNIGHT.toEpochMilli(), empty, time.nanoTime(), true);
        time.clock = HALF_AN_HOUR_BEFORE_MIDNIGHT::toEpochMilli;
        clock.written(position, time.nanoTime());
        stock.add(List.of(new Block(0, new NumberRange(1, 100), NumberStep.ONE)), Period.parse("2026-11-25"));

        time.pass(Duration.ofMinutes(29));
        assertThat(stock.grant(NextRequest.of("A", 1))).isNotNull();
        time.pass(Duration.ofMinutes(1));
        assertThat(stock.grant(NextRequest.of("A", 1))).isNull();
    }
}
