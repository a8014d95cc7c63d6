package io.snowkeeper.sequences.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.sequences.record.ReservationToken;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ReservedNumbersTest {

    private final ReservedNumbers reserved = new ReservedNumbers("writer");

    private static ReservationToken token(long number) {
        return new ReservationToken("x1", number, "w");
    }

    private static List<NumberRange> apart(int runs) {
        return LongStream.range(0, runs)
                .mapToObj(i -> new NumberRange(2 * i, 2 * i))
                .toList();
    }

    @Test
    void thoseOfReservationsMadeLatelyAreKnownUntilTheyAreSettled() {
        reserved.made(Map.of(token(0), apart(1)));
        assertThat(reserved.of(token(0))).isEqualTo(apart(1));
        reserved.settled(List.of(token(0)));
        assertThat(reserved.of(token(0))).isNull();
    }

    @Test
    void noMoreAreKnownThanMemoryIsMeantForHoweverManyAreHeld() {
        for (long number = 0; number < 4_001; number++) {
            reserved.made(Map.of(token(number), apart(8)));
        }
        assertThat(reserved.of(token(0))).isNull();
        assertThat(reserved.of(token(1))).isEqualTo(apart(8));
        reserved.made(Map.of(token(5_000), apart(9)));
        assertThat(reserved.of(token(5_000))).isNull();
    }

    @Test
    void noneAreKnownOfAnotherSession() {
        reserved.made(Map.of(token(0), apart(1)));
        reserved.clear();
        assertThat(reserved.of(token(0))).isNull();
    }
}
