package io.snowkeeper.coordinator.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.core.Layout;
import java.nio.file.Path;
import java.time.Duration;
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

    @ParameterizedTest
    @ValueSource(strings = {"39/0/24@10ms", "31/0/32@1s"})
    void whatOneHasHandedBackTheNextOneHasFromTheNextTickOn(String layout) {
        List<Long> ids = new ArrayList<>();
        for (int owner = 0; owner < OWNERS; owner++) {
            Member member = fleet.start(spec("n" + owner, layout)).awaitLease();
            take(member, ids);
            member.leave();
        }

        assertThat(ids).isSorted().doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @ValueSource(strings = {"39/0/24@10ms", "31/0/32@1s"})
    void whoIsStartedAgainAfterACrashGoesOnInALaterTick(String layout, @TempDir Path state) {
        List<Long> ids = new ArrayList<>();
        for (int run = 0; run < 2; run++) {
            Member member = fleet.start(spec("n1", layout).stateDirectory(state).window(Duration.ofSeconds(30)))
                    .awaitLease();
            take(member, ids);
            member.close();
        }

        assertThat(ids).isSorted().doesNotHaveDuplicates();
    }

    private Member.Spec spec(String name, String layout) {
        return fleet.node(name).layout(Layout.parse(layout, Layout.DEFAULT_EPOCH));
    }

    private static void take(Member member, List<Long> ids) {
        ids.add(member.awaitId());
        for (int i = 0; i < 100; i++) {
            ids.add(member.nextId());
        }
    }
}
