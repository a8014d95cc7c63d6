package io.snowkeeper.core.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.snowkeeper.core.DecomposedId;
import io.snowkeeper.core.Layout;
import io.snowkeeper.core.sortable.SortableId;
import io.snowkeeper.core.sortable.SortableKind;
import io.snowkeeper.core.sortable.UuidV7;
import java.time.Instant;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class AnyIdTest {

    private static final int MANY = 20_000;

    private final SplittableRandom random = new SplittableRandom(11);

    @ParameterizedTest
    @EnumSource
    void anIdOf64BitsIsReadInEachForm(IdFormat format) {
        // An id of our days, as other texts of digits alone may be decimal, too.
        long floor = Layout.DEFAULT.compose(0, 0, 0) + (1L << 58);
        for (int i = 0; i < MANY; i++) {
            long id = floor + random.nextLong(1L << 58);
            assertThat(parse(format.format(id))).isEqualTo(new AnyId.Snowflake(id));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 9_999_999_999L, 1_000_000_000_000L, Long.MAX_VALUE})
    void aNumberIsDecimal(long id) {
        assertThat(parse(Long.toString(id))).isEqualTo(new AnyId.Snowflake(id));
    }

    @Test
    void digitsThatBeginWithZeroAreOfTheFormThatHasAsMany() {
        assertThat(parse("0000000000010")).isEqualTo(new AnyId.Snowflake(32));
        assertThat(parse("00000000010")).isEqualTo(new AnyId.Snowflake(62));
        assertThat(parse("0000000000000010")).isEqualTo(new AnyId.Snowflake(16));
        assertThat(parse("0010")).isEqualTo(new AnyId.Snowflake(10));
    }

    @ParameterizedTest
    @CsvSource({
        "384316993592885250, 384316993592885216, 384316993592885280",
        "384313635486302200, 384313635486302176, 384313635486302240",
        "1234567890123456800, 1234567890123456640, 1234567890123456896"
    })
    void anIdThatJavaScriptHasRoundedIsDoubtful(String text, String from, String to) {
        assertThat(AnyId.doubt(text))
                .contains(
                        "JavaScript writes %s for each id from %s to %s, so it may have been one of these; have ids sent as text"
                                .formatted(text, from, to));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "384316993592885248", // the first id of its millisecond
                "384316993592885249",
                "9007199254740991",
                "9007199254740990",
                "9223372036854775807",
                "9223372036854775806",
                "0",
                "0ANAVDT6M2400",
                "018cc251-f7e8-7000-8004-00004489abcd"
            })
    void otherIdsAreNot(String text) {
        assertThat(AnyId.doubt(text)).isEmpty();
    }

    @Test
    void ofRoundedIdsMostAreDoubtfulAndOfOthersFew() {
        int rounded = 0;
        int whole = 0;
        for (int i = 0; i < MANY; i++) {
            long id = (1L << 58) + random.nextLong(1L << 58);
            rounded += AnyId.doubt(writtenByJavaScript(id)).isPresent() ? 1 : 0;
            whole += AnyId.doubt(Long.toString(id)).isPresent() ? 1 : 0;
        }
        assertThat(rounded).isBetween(MANY * 85 / 100, MANY * 91 / 100);
        assertThat(whole).isBetween(MANY / 100, MANY * 2 / 100);
    }

    private static String writtenByJavaScript(double number) {
        long exact = (long) number;
        for (long step = 1000; step > 1; step /= 10) {
            long near = (exact + step / 2) / step * step;
            if ((double) near == number) {
                return Long.toString(near);
            }
        }
        return Long.toString(exact);
    }

    @Test
    void theFirstIdOfAMillisecondIsNeverDoubtful() {
        for (int i = 0; i < MANY; i++) {
            assertThat(AnyId.doubt(Long.toString(random.nextLong(1L << 51) << 12)))
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(SortableKind.class)
    void anIdOf16BytesSaysWhatItIs(SortableKind kind) {
        for (int i = 0; i < MANY; i++) {
            long second = Instant.parse("2015-01-01T00:00:00Z").getEpochSecond() + random.nextLong(4_260_000_000L);
            long ticksOfASecond = 1_000_000_000L / kind.layout().tickNanos();
            long tick = random.nextLong(ticksOfASecond);
            int workerId = random.nextInt(1 << 22);
            int counter = random.nextInt(1 << 16);
            DecomposedId parts = new DecomposedId(
                    Instant.ofEpochSecond(second, tick * kind.layout().tickNanos()), workerId, counter);

            if (kind == SortableKind.UUID_V7) {
                UuidV7 uuid = new UuidV7(parts.time().toEpochMilli(), counter, workerId, random.nextInt(1 << 26));
                assertThat(parse(uuid.toUuid().toString()).decompose(Layout.DEFAULT))
                        .isEqualTo(parts);
            } else {
                SortableId id = kind.layout().compose(second * ticksOfASecond + tick, counter, workerId);
                assertThat(parse(SortableIdFormat.HEX.format(id)).decompose(Layout.DEFAULT))
                        .isEqualTo(parts);
                assertThat(parse(SortableIdFormat.CROCKFORD32.format(id))).isEqualTo(new AnyId.Sortable(id));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"00000000000000000000000000000011", "ffffffffffffffffffffffffffffffff"})
    void anIdOf16BytesOfNoTimeOfOursIsRefused(String text) {
        AnyId id = parse(text);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> id.decompose(Layout.DEFAULT))
                .withMessage("the time of this id would be outside the years 2015 to 2149 in each unit: id=" + text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | decimal id must have 1 to 19 characters: length=0, id=",
                "abc | decimal id has a character that is not a digit: character='a', index=0, id=abc",
                "9223372036854775808 | decimal id must be <= 9223372036854775807",
                "017f22e2-79b0-4cc3-98c4-dc0c0c07398f | must be a UUID of version 7 of RFC 9562: version=4",
            })
    void whatIsNoIdIsRefused(String text, String message) {
        assertThatIllegalArgumentException().isThrownBy(() -> parse(text)).withMessageContaining(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"base58", "base62", "crockford32"})
    void aPublicIdIsReadByItsKey(String alphabet) {
        PublicIds keys = PublicIds.ofKeys("a %s 2b7e151628aed2a6abf7158809cf4f3c".formatted(alphabet));
        for (int i = 0; i < MANY; i++) {
            long id = random.nextLong(Long.MAX_VALUE);
            assertThat(AnyId.parse(keys.format(id), keys)).isEqualTo(new AnyId.Snowflake(id));
        }
        assertThat(AnyId.parse(keys.withPrefix("ord").format(7), keys)).isEqualTo(new AnyId.Snowflake(7));
    }

    @Test
    void aTypeIdIsItsUuid() {
        assertThat(parse("user_01h455vb4pex5vsknk084sn02q").text()).isEqualTo("01890a5d-ac96-774b-bcce-b302099a8057");
    }

    private static AnyId parse(String text) {
        return AnyId.parse(text, PublicIds.NONE);
    }
}
