package io.snowkeeper.loadtest.uniqueness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdSetTest {

    private static final int SMALL_CHUNK = 7;

    private final IdSet set = new IdSet(SMALL_CHUNK);

    @Test
    void anEmptySetRepeatsNothing() {
        assertThat(set.repetitions()).isEqualTo(new Repetitions(0, List.of()));
    }

    @Test
    void differentIdsRepeatNothing() {
        addAll(LongStream.range(0, 1000).toArray());

        assertThat(set.repetitions().isEmpty()).isTrue();
    }

    @Test
    void anIdThatComesTwiceIsNamed() {
        set.add(17);
        set.add(17);

        assertThat(set.repetitions()).isEqualTo(new Repetitions(1, List.of(17L)));
    }

    @Test
    void anIdThatComesAgainMuchLaterIsNamed() {
        set.add(500);
        addAll(LongStream.range(1000, 2000).toArray());
        set.add(500);

        assertThat(set.repetitions()).isEqualTo(new Repetitions(1, List.of(500L)));
    }

    @Test
    void anIdThatComesThreeTimesIsTwiceTooMany() {
        addAll(9, 8, 9, 9);

        assertThat(set.repetitions()).isEqualTo(new Repetitions(2, List.of(9L)));
    }

    @Test
    void zeroIsAnIdAsAnyOther() {
        addAll(0, 1, 0);

        assertThat(set.repetitions()).isEqualTo(new Repetitions(1, List.of(0L)));
    }

    @Test
    void theFarthestNumbersAreToldApart() {
        addAll(Long.MAX_VALUE, Long.MIN_VALUE, -1, 0, Long.MIN_VALUE);

        assertThat(set.repetitions()).isEqualTo(new Repetitions(1, List.of(Long.MIN_VALUE)));
    }

    @Test
    void moreCanBeAddedAfterALook() {
        set.add(1);
        set.repetitions();
        set.add(1);

        assertThat(set.repetitions()).isEqualTo(new Repetitions(1, List.of(1L)));
    }

    @Test
    void onlyThePartOfTheArrayIsAdded() {
        set.add(new long[] {1, 2, 3, 2}, 1, 2);

        assertThat(set.repetitions().isEmpty()).isTrue();
        assertThat(set.size()).isEqualTo(2);
    }

    @Test
    void aPartThatTheArrayDoesNotHaveIsRefused() {
        assertThatThrownBy(() -> set.add(new long[3], 2, 2)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void examplesAreTheLowestHundred() {
        addAll(LongStream.range(0, 300).toArray());
        addAll(LongStream.range(0, 300).toArray());

        assertThat(set.repetitions())
                .isEqualTo(new Repetitions(300, LongStream.range(0, 100).boxed().toList()));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void whatAMapCountsIsFound(long seed) {
        Random random = new Random(seed);
        Map<Long, Integer> counts = new HashMap<>();
        for (int i = 0; i < 2_000; i++) {
            long id = random.nextInt(3_000) << random.nextInt(40);
            counts.merge(id, 1, Integer::sum);
            set.add(id);
        }
        List<Long> repeated = new ArrayList<>();
        counts.forEach((id, count) -> {
            if (count > 1) {
                repeated.add(id);
            }
        });

        assertThat(set.repetitions())
                .isEqualTo(new Repetitions(
                        2_000 - counts.size(),
                        repeated.stream()
                                .sorted()
                                .limit(Repetitions.MAX_EXAMPLES)
                                .toList()));
    }

    @Test
    void idsOfAFleetAtWorkTakeLessThanThreeBytesEach() {
        IdSet large = new IdSet();
        long[] ids = new long[3_000_000];
        for (int i = 0; i < ids.length; i++) {
            // Three workers that take turns, 40 ids in each millisecond.
            ids[i] = ((long) (i / 120) << 22) | ((long) (i % 3) << 12) | (i / 3 % 40);
        }
        large.add(ids, 0, ids.length);

        assertThat(large.repetitions().isEmpty()).isTrue();
        assertThat(large.packedBytes()).isLessThan(3L * ids.length);
    }

    private void addAll(long... ids) {
        set.add(ids, 0, ids.length);
    }
}
