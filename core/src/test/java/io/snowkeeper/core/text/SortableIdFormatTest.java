package io.snowkeeper.core.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.snowkeeper.core.sortable.SortableId;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class SortableIdFormatTest {

    @ParameterizedTest
    @CsvSource({
        "HEX, 0, 0, 00000000000000000000000000000000",
        "HEX, 72623859790382856, -1012478732780767240, 0102030405060708f1f2f3f4f5f6f7f8",
        "HEX, -1, -1, ffffffffffffffffffffffffffffffff",
        "CROCKFORD32, 0, 0, 00000000000000000000000000",
        "CROCKFORD32, 0, 31, 0000000000000000000000000Z",
        "CROCKFORD32, 0, 32, 00000000000000000000000010",
        "CROCKFORD32, 1, 0, 0000000000000G000000000000",
        "CROCKFORD32, -1, -1, 7ZZZZZZZZZZZZZZZZZZZZZZZZZ",
        "UUID, 72623859790382856, -1012478732780767240, 01020304-0506-0708-f1f2-f3f4f5f6f7f8",
        "UUID, -1, -1, ffffffff-ffff-ffff-ffff-ffffffffffff"
    })
    void writesAndReads(SortableIdFormat format, long high, long low, String text) {
        SortableId id = new SortableId(high, low);

        assertThat(format.format(id)).isEqualTo(text);
        assertThat(format.parse(text)).isEqualTo(id);
    }

    @ParameterizedTest
    @EnumSource
    void readsWhatItWrote(SortableIdFormat format) {
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 1000; i++) {
            SortableId id = new SortableId(random.nextLong(), random.nextLong());

            assertThat(format.parse(format.format(id))).as("seed %d", seed).isEqualTo(id);
        }
    }

    @ParameterizedTest
    @EnumSource
    void sortsAsTheIdsDo(SortableIdFormat format) {
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 1000; i++) {
            SortableId one = new SortableId(random.nextInt(3), random.nextLong());
            SortableId other = new SortableId(random.nextInt(3), random.nextLong());

            assertThat(Integer.signum(format.format(one).compareTo(format.format(other))))
                    .as("seed %d", seed)
                    .isEqualTo(Integer.signum(one.compareTo(other)));
        }
    }

    @Test
    void writesTheHexThatAnIdShows() {
        SortableId id = new SortableId(1, -2);

        assertThat(SortableIdFormat.HEX.format(id)).isEqualTo(id.toString());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "HEX; 0; hex id must have 32 characters: length=1, id=0",
                "HEX; 0000000000000000000000000000000x; hex id has a character that is not a digit: character='x', index=31, id=0000000000000000000000000000000x",
                "CROCKFORD32; 80000000000000000000000000; Crockford base 32 id must be <= 7ZZZZZZZZZZZZZZZZZZZZZZZZZ, the largest of 128 bits: id=80000000000000000000000000",
                "CROCKFORD32; 000000000000000000000000000; Crockford base 32 id must have 26 characters: length=27, id=000000000000000000000000000",
                "UUID; 1-1-1-1-1; UUID id must have 36 characters: length=9, id=1-1-1-1-1",
                "UUID; 01020304-050607080f1f2-f3f4-f5f6f7f8; UUID must have a dash after 8, 12, 16 and 20 digits: id=01020304-050607080f1f2-f3f4-f5f6f7f8"
            })
    void refusesOtherText(SortableIdFormat format, String text, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> format.parse(text))
                .withMessage(message);
    }
}
