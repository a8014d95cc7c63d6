package io.snowkeeper.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SnowflakeTryNextTest {

    private static final Layout LAYOUT = Layout.DEFAULT;

    private final AtomicLong now = new AtomicLong(LAYOUT.epochMillis() + 1000);
    private final SnowflakeGenerator generator = SnowflakeGenerator.builder(LAYOUT, 3)
            .clock(now::get)
            .maxRollbackWait(Duration.ofMillis(10))
            .build();

    @Test
    void itGivesTheIdsThatNextGives() {
        assertThat(generator.tryNext()).isEqualTo(LAYOUT.compose(1000, 3, 0));
        assertThat(generator.next()).isEqualTo(LAYOUT.compose(1000, 3, 1));
        assertThat(generator.tryNext()).isEqualTo(LAYOUT.compose(1000, 3, 2));
    }

    @Test
    void thereIsNoneWhenTheTickIsUsedUpUntilTheNextOne() {
        generator.nextRun(4096);
        assertThat(generator.tryNext()).isEqualTo(-1);
        now.incrementAndGet();

        assertThat(generator.tryNext()).isEqualTo(LAYOUT.compose(1001, 3, 0));
    }

    @Test
    void thereIsNoneWhileTheClockIsALittleBehind() {
        generator.next();
        now.addAndGet(-10);

        assertThat(generator.tryNext()).isEqualTo(-1);
    }

    @Test
    void aClockThatIsFurtherBehindRefusesIt() {
        generator.next();
        now.addAndGet(-11);

        assertThatExceptionOfType(ClockMovedBackwardsException.class).isThrownBy(generator::tryNext);
    }

    @Test
    void aClosedGeneratorRefusesIt() {
        generator.close();

        assertThatExceptionOfType(GeneratorClosedException.class).isThrownBy(generator::tryNext);
    }
}
