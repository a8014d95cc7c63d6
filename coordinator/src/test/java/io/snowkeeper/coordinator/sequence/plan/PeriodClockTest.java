package io.snowkeeper.coordinator.sequence.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.coordinator.sequence.NextRequest;
import io.snowkeeper.coordinator.sequence.SequenceDefinition;
import io.snowkeeper.coordinator.sequence.record.Position;
import io.snowkeeper.coordinator.sequence.record.SequenceRecord;
import io.snowkeeper.coordinator.sequence.record.StateLimits;
import io.snowkeeper.core.business.Period;
import io.snowkeeper.core.business.PeriodLength;
import io.snowkeeper.core.business.PeriodRule;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.NumberStep;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PeriodClockTest {

    private static final Instant HALF_AN_HOUR_BEFORE_MIDNIGHT = Instant.parse("2026-11-25T23:30:00Z");

    private final AtomicLong nanos = new AtomicLong();
    private final BlockStock stock = new BlockStock(() -> {}, nanos::get);
    private final PeriodClock clock = new PeriodClock(stock, nanos::get);

    @Test
    void numbersOfAPeriodThatIsBegunShortlyBeforeItsEndAreNotHandedOutLonger() {
        SequenceRecord empty = SequenceRecord.of(
                new SequenceDefinition(
                                "A", SequenceMode.BLOCK, List.of(new NumberRange(1, 100)), SequenceOptions.DEFAULT)
                        .withPeriods(PeriodRule.of(PeriodLength.DAY, "UTC")),
                StateLimits.DEFAULT);
        Position position =
                new Position("i", 1, 1, 1, HALF_AN_HOUR_BEFORE_MIDNIGHT.toEpochMilli(), empty, nanos.get(), true);
        clock.written(position, nanos.get());
        // Whatever of the position is known once it is written.
        stock.add(List.of(new Block(0, new NumberRange(1, 100), NumberStep.ONE)), Period.parse("2026-11-25"));

        nanos.set(Duration.ofMinutes(29).toNanos());
        assertThat(stock.grant(NextRequest.of("A", 1))).isNotNull();
        nanos.set(Duration.ofMinutes(30).toNanos());
        assertThat(stock.grant(NextRequest.of("A", 1))).isNull();
    }
}
