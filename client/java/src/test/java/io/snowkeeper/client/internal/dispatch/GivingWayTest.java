package io.snowkeeper.client.internal.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class GivingWayTest {

    private long nanos = Long.MAX_VALUE - 1;
    private long takes;
    private int times;
    private final GivingWay way = new GivingWay(() -> nanos, () -> {
        times++;
        nanos += takes;
    });

    @Test
    void itIsDoneEachTimeWhileItIsShort() {
        takes = GivingWay.LONG.toNanos();
        for (int i = 0; i < 3; i++) {
            way.once();
        }
        assertThat(times).isEqualTo(3);
    }

    @Test
    void whereItTookLongItIsLeftForAHundredTimesAsLong() {
        takes = Duration.ofMillis(3).toNanos();
        way.once();
        nanos += Duration.ofMillis(300).toNanos() - 1;
        way.once();
        assertThat(times).isEqualTo(1);
        nanos++;
        way.once();
        assertThat(times).isEqualTo(2);
    }
}
