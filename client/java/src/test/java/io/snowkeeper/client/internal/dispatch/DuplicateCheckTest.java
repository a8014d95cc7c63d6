package io.snowkeeper.client.internal.dispatch;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowkeeper.client.internal.wire.InvalidAnswerException;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class DuplicateCheckTest {

    private final DuplicateCheck seen = new DuplicateCheck(1);

    private void refuse(long... ids) {
        assertThatThrownBy(() -> seen.requireNew(ids)).isInstanceOf(InvalidAnswerException.class);
    }

    @Test
    void anIdThatCameBeforeIsRefused() {
        seen.requireNew(new long[] {Long.MAX_VALUE});
        assertThatThrownBy(() -> seen.requireNew(new long[] {7, Long.MAX_VALUE}))
                .isInstanceOf(InvalidAnswerException.class)
                .hasMessage("no id may come twice, and id 2 of the answer was given out before");
    }

    @Test
    void anAnswerThatRepeatsAnotherIsRefusedHoweverItIsCut() {
        seen.requireNew(LongStream.range(0, 100_000).toArray());
        refuse(LongStream.range(0, 100_000).toArray());
        refuse(LongStream.range(99_999, 100_010).toArray());
    }

    @Test
    void aServerThatBeginsAnewIsFoundOutWithinTheFirstAnswersSize() {
        for (int answer = 0; answer < 40; answer++) {
            seen.requireNew(
                    LongStream.range(answer * 1_000L, answer * 1_000L + 1_000).toArray());
        }
        refuse(LongStream.range(0, 1_000).toArray());
    }

    /** Behind a balancer, ids come from many worker ids, and a later answer may be lower. */
    @Test
    void idsThatFallAreNoneThatRepeat() {
        SplittableRandom random = new SplittableRandom(1);
        for (long id = 10_000_000; id > 0; id -= 1 + random.nextLong(3)) {
            seen.requireNew(new long[] {id});
        }
        assertThatCode(() -> seen.requireNew(new long[] {0})).doesNotThrowAnyException();
    }

    @Test
    void ofIdsOfTwoLongsBothCount() {
        DuplicateCheck wide = new DuplicateCheck(2);
        wide.requireNew(new long[] {1, 2, 3, 4});
        wide.requireNew(new long[] {3, 5, 4, 4, 2, 2});
        assertThatThrownBy(() -> wide.requireNew(new long[] {1, 1, 3, 4})).isInstanceOf(InvalidAnswerException.class);
    }

    @Test
    void zeroIsAnIdAsAnyOther() {
        seen.requireNew(new long[] {0});
        refuse(0);
    }
}
