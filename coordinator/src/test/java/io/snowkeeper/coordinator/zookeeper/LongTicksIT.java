package io.snowkeeper.coordinator.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.core.Layout;
import io.snowkeeper.testkit.time.SettableClock;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Owners of one worker id, one after the other, in a fleet whose ids count ticks that are longer than the milliseconds of its
 * reservations. Two of them in one tick would begin with the same sequence.
 */
class LongTicksIT {

    private static final int OWNERS = 3;

    @RegisterExtension
    private final Fleet fleet = new Fleet();

    private final SettableClock clock = new SettableClock();

    @ParameterizedTest
    @ValueSource(strings = {"39/0/24@10ms", "31/0/32@1s"})
    void whatOneHasHandedBackTheNextOneHasFromTheNextTickOn(String layout) {
        clock.stopAt(withinTicks());
        List<Long> ids = new ArrayList<>();
        Member first = fleet.start(spec("n0", layout)).awaitLease();
        take(first, ids);
        first.leave();
        for (int owner = 1; owner < OWNERS; owner++) {
            clock.stopAt(clock.millis() + 1);
            Member next = fleet.start(spec("n" + owner, layout)).awaitLease();
            takeInTheNextTick(next, ids);
            next.leave();
        }

        assertThat(ids).isSorted().doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @ValueSource(strings = {"39/0/24@10ms", "31/0/32@1s"})
    void whoIsStartedAgainAfterACrashGoesOnInALaterTick(String layout, @TempDir Path state) {
        clock.stopAt(withinTicks());
        List<Long> ids = new ArrayList<>();
        Member first = fleet.start(spec("n1", layout).stateDirectory(state)).awaitLease();
        take(first, ids);
        first.close();
        clock.stopAt(first.lease().reservation().limitMillis() + 1);
        Member again = fleet.start(spec("n1", layout).stateDirectory(state)).awaitLease();
        takeInTheNextTick(again, ids);

        assertThat(ids).isSorted().doesNotHaveDuplicates();
    }

    private Member.Spec spec(String name, String layout) {
        return fleet.node(name).clock(clock).anySkew().layout(Layout.parse(layout, Layout.DEFAULT_EPOCH));
    }

    /** Returns a present time with which no tick begins or ends, of any length. */
    private static long withinTicks() {
        return Instant.now().truncatedTo(ChronoUnit.SECONDS).toEpochMilli() + 503;
    }

    /** Takes ids of a member that is granted the worker id in a tick in which another one may have issued some. */
    private void takeInTheNextTick(Member member, List<Long> ids) {
        assertThat(member.generator().tryNext()).isNegative();
        long tick = member.tickMillis();
        clock.stopAt((clock.millis() / tick + 1) * tick);
        take(member, ids);
    }

    private static void take(Member member, List<Long> ids) {
        ids.add(member.awaitId());
        for (int i = 0; i < 100; i++) {
            ids.add(member.nextId());
        }
    }
}
