package io.snowkeeper.core.sequence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SequenceValuesTest {

    @ParameterizedTest
    @ValueSource(strings = {"a", "A-Z_0.9", "...", ".a", "seq:orders", ":"})
    void namesAreOfFewCharacters(String name) {
        assertThat(SequenceName.require(name)).isEqualTo(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "a b", "a/b", "\u00e4"})
    void whatIsNoNameIsRefused(String name) {
        assertThat(SequenceName.isValid(name)).isFalse();
        assertThatThrownBy(() -> SequenceName.require(name))
                .isInstanceOf(InvalidSequenceException.class)
                .hasMessage(
                        "a sequence's name must be 1 to 128 of A-Z, a-z, 0-9, '.', '_', ':' and '-', and not '.' or '..': name="
                                + name);
    }

    @Test
    void aNameHas128CharactersAtTheMost() {
        assertThat(SequenceName.isValid("a".repeat(128))).isTrue();
        assertThat(SequenceName.isValid("a".repeat(129))).isFalse();
    }

    @Test
    void aRangeHasBothItsEnds() {
        assertThat(new NumberRange(3, 3).size()).isEqualTo(1);
        assertThat(new NumberRange(1, Long.MAX_VALUE).size()).isEqualTo(Long.MAX_VALUE);
        assertThat(new NumberRange(1, 3).overlaps(new NumberRange(3, 5))).isTrue();
        assertThat(new NumberRange(1, 3).overlaps(new NumberRange(4, 5))).isFalse();
        assertThat(new NumberRange(4, 5).overlaps(new NumberRange(1, 3))).isFalse();
        assertThat(new NumberRange(1, 3)).hasToString("1-3");
    }

    @Test
    void aRangeMayBeginAtZeroAsLongAsItsNumbersCanBeCounted() {
        assertThat(new NumberRange(0, 0).size()).isEqualTo(1);
        assertThat(new NumberRange(0, Long.MAX_VALUE - 1).size()).isEqualTo(Long.MAX_VALUE);
        assertThatThrownBy(() -> new NumberRange(0, Long.MAX_VALUE))
                .hasMessage(
                        "a range must have at most 9223372036854775807 numbers: from=0, to=9223372036854775807; end it"
                                + " at 9223372036854775806");
    }

    @Test
    void aRangeThatIsNoneIsRefused() {
        assertThatThrownBy(() -> new NumberRange(-1, 1)).hasMessage("a range's numbers must be >= 0: from=-1");
        assertThatThrownBy(() -> new NumberRange(2, 1))
                .hasMessage("a range's last number must be >= its first: from=2, to=1");
    }

    @ParameterizedTest
    @EnumSource(SequenceMode.class)
    void aModeIsReadAsItIsWritten(SequenceMode mode) {
        assertThat(SequenceMode.of(mode.text())).contains(mode);
        assertThat(SequenceMode.of(mode.name())).isEmpty();
    }

    @Test
    void keysAreKnownForATimeOrForEver() {
        assertThat(Retention.parse("10m")).contains(Duration.ofMinutes(10));
        assertThat(Retention.parse("forever")).contains(Retention.FOREVER);
        assertThat(Retention.parse("Forever")).isEmpty();
        assertThat(Retention.format(Retention.FOREVER)).isEqualTo("forever");
        assertThat(Retention.format(Duration.ofMinutes(10))).isEqualTo("10m");
        assertThat(SequenceOptions.DEFAULT
                        .withKeyRetention(Retention.FOREVER)
                        .withReservationTime(Duration.ofHours(24))
                        .keyRetention())
                .isEqualTo(Retention.FOREVER);
        assertThat(SequenceOptions.DEFAULT
                        .withKeyRetention(Retention.parse("10y").orElseThrow())
                        .keyRetention())
                .isEqualTo(Duration.ofDays(3_650));
        assertThatThrownBy(() -> SequenceOptions.DEFAULT.withKeyRetention(Duration.ofDays(3_651)))
                .hasMessage("must be >= 1s && <= 87600h: key_retention=87624h");
    }

    @Test
    void theKeyOfADocumentIsKnownOverAWeekendAndThatOfARetryForMinutes() {
        assertThat(SequenceOptions.defaultOf(SequenceMode.GAPLESS).keyRetention())
                .isEqualTo(Duration.ofDays(7));
        assertThat(SequenceOptions.defaultOf(SequenceMode.GAPLESS).maxKeys()).isEqualTo(1_000_000);
        assertThat(SequenceOptions.defaultOf(SequenceMode.ORDERED)).isEqualTo(SequenceOptions.DEFAULT);
        assertThat(SequenceOptions.defaultOf(SequenceMode.BLOCK).keyRetention()).isEqualTo(Duration.ofMinutes(10));
    }

    @Test
    void optionsHaveRanges() {
        SequenceOptions options = SequenceOptions.DEFAULT;
        assertThatThrownBy(() -> options.withBlock(2, 1)).hasMessage("must be >= 2 && <= 1000000000: max_block=1");
        assertThatThrownBy(() -> options.withMaxKeys(0))
                .hasMessage(
                        "must be >= 1 && <= 5000000, since ZooKeeper keeps each key in 624 bytes of its heap: max_keys=0");
        assertThat(options.withMaxKeys(5_000_000).maxKeys()).isEqualTo(5_000_000);
        assertThatThrownBy(() -> options.withMaxKeys(5_000_001)).hasMessageEndingWith("max_keys=5000001");
        assertThatThrownBy(() -> options.withKeyRetention(Duration.ofSeconds(59)))
                .hasMessage(
                        "a key must not be forgotten while its number may be unconfirmed: key_retention=59s, reservation_time=1m");
        assertThatThrownBy(() -> options.withLedgerRetention(Duration.ofMillis(999)))
                .hasMessage("must be >= 1s && <= 876000h: ledger_retention=999ms");
        assertThatThrownBy(() -> options.withReservationTime(ChronoUnit.FOREVER.getDuration()))
                .isInstanceOf(InvalidSequenceException.class)
                .hasMessageStartingWith("must be >= 1s && <= 24h: reservation_time=PT2562047788015215H");
    }
}
