package io.snowkeeper.client.internal.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LifetimeTest {

    /** The stopwatch goes over its end meanwhile, as {@link System#nanoTime} may. */
    private static final long BEGUN = Long.MAX_VALUE - 1;

    private static final OptionalLong AGE = OptionalLong.of(100_000);

    @Test
    void anotherConnectionIsLookedForFromSevenToEightTenthsOfTheAge() {
        assertThat(new Lifetime(BEGUN, AGE, 0).isLate(after(69_999))).isFalse();
        assertThat(new Lifetime(BEGUN, AGE, 0).isLate(after(70_000))).isTrue();
        assertThat(new Lifetime(BEGUN, AGE, 0.5).isLate(after(74_999))).isFalse();
        assertThat(new Lifetime(BEGUN, AGE, 0.5).isLate(after(75_000))).isTrue();
        assertThat(new Lifetime(BEGUN, AGE, Math.nextDown(1.0)).isLate(after(80_000)))
                .isTrue();
    }

    @Test
    void nothingIsSentBeforeTheServerMayEndIt() {
        Lifetime life = new Lifetime(BEGUN, AGE, 0.5);

        assertThat(life.isOver(after(84_999))).isFalse();
        assertThat(life.isOver(after(85_000))).isTrue();
    }

    @Test
    void withoutAnAgeItIsNeverLeft() {
        assertThat(Lifetime.ENDLESS.isLate(Long.MAX_VALUE)).isFalse();
        assertThat(Lifetime.ENDLESS.isOver(Long.MAX_VALUE)).isFalse();
    }

    private static long after(long millis) {
        return BEGUN + TimeUnit.MILLISECONDS.toNanos(millis);
    }
}
