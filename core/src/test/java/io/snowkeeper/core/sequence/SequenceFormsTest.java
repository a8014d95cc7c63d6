package io.snowkeeper.core.sequence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowkeeper.core.business.NumberFormat;
import io.snowkeeper.core.business.Period;
import io.snowkeeper.core.business.PeriodLength;
import io.snowkeeper.core.business.PeriodRule;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class SequenceFormsTest {

    private static final List<NumberRange> RANGES = List.of(new NumberRange(1, 9), new NumberRange(20, 29));

    private final MapFields fields = new MapFields();

    private static SequenceDescription described(SequenceDefinition definition, Optional<Period> period) {
        return new SequenceDescription(definition, OptionalLong.of(4), 3, 16, 1, 2, 5, period);
    }

    @Test
    void aDescriptionIsReadAsItIsWritten() {
        SequenceOptions options = SequenceOptions.defaultOf(SequenceMode.GAPLESS)
                .withReservationTime(Duration.ofSeconds(30))
                .withAtExpiry(AtExpiry.RETURN)
                .withMaxPending(7)
                .withKeyRetention(Retention.FOREVER)
                .withMaxKeys(8)
                .withFormat(NumberFormat.of("RE-{yyyy}-{n:00}"))
                .withLedgerRetention(Duration.ofHours(9));
        SequenceDescription written = described(
                new SequenceDefinition(
                        "A",
                        SequenceMode.GAPLESS,
                        RANGES,
                        options,
                        Optional.of(PeriodRule.of(PeriodLength.YEAR, "Europe/Berlin")),
                        1),
                Optional.of(Period.parse("2026")));

        written.writeTo(fields);

        assertThat(SequenceDescription.read(fields)).isEqualTo(written);
    }

    @Test
    void optionsThatMeanNothingInTheModeAreLeftOutAndReadAsTheirDefaults() {
        SequenceDescription written = described(
                new SequenceDefinition(
                        "A",
                        SequenceMode.ORDERED,
                        List.of(new NumberRange(10, 90)),
                        SequenceOptions.DEFAULT.withBlock(5, 6),
                        Optional.empty(),
                        10),
                Optional.empty());

        written.writeTo(fields);

        assertThat(fields.values).containsKeys("key_retention", "max_keys", "step");
        assertThat(fields.values).doesNotContainKeys("min_block", "reservation_time", "format", "ledger_retention");
        assertThat(SequenceDescription.read(fields).definition().options()).isEqualTo(SequenceOptions.DEFAULT);
    }

    @Test
    void aPageIsReadAsItIsWritten() {
        Page<PendingReservation> written = new Page<>(
                List.of(new PendingReservation(
                        "x-1",
                        RANGES,
                        Optional.of("key"),
                        Optional.empty(),
                        Instant.ofEpochMilli(1),
                        Instant.ofEpochMilli(2),
                        Optional.of(Period.parse("2026")),
                        Optional.of("RE-1"))),
                Optional.of("x-1"));

        written.writeTo(fields, "reservations", PendingReservation::writeTo);

        assertThat(Page.read(fields, "reservations", PendingReservation::read)).isEqualTo(written);
    }

    @Test
    void aBalanceIsReadAsItIsWritten() {
        LedgerBalance written = new LedgerBalance(
                LedgerBalance.identity("A", "i"),
                7,
                "hash",
                Instant.ofEpochMilli(3),
                RANGES,
                5,
                2,
                Optional.of(List.of(new NumberRange(2, 3))),
                1,
                Optional.empty());

        written.writeTo(fields);

        assertThat(LedgerBalance.read(fields)).isEqualTo(written);
    }

    @Test
    void anOptionIsReadByItsRow() {
        assertThat(SequenceOption.MIN_BLOCK.text()).isEqualTo("min_block");
        assertThat(SequenceOption.MIN_BLOCK.parse("-5")).contains(-5L);
        assertThat(SequenceOption.MIN_BLOCK.parse("99999999999999999999")).isEmpty();
        assertThat(SequenceOption.KEY_RETENTION.parse("forever")).contains(Retention.FOREVER);
        assertThat(SequenceOption.RESERVATION_TIME.parse("forever")).isEmpty();
        assertThat(SequenceOption.FORMAT.parse("none")).contains(Optional.empty());
        assertThatThrownBy(() -> SequenceOption.FORMAT.parse("{what}")).isInstanceOf(InvalidSequenceException.class);
    }

    @Test
    void givenOptionsChangeWhatTheyNameAlone() {
        SequenceOptions present = SequenceOptions.defaultOf(SequenceMode.GAPLESS)
                .withMaxPending(7)
                .withFormat(NumberFormat.of("A{n}"));

        assertThat(GivenOptions.NONE
                        .withoutFormat()
                        .withAtExpiry(AtExpiry.RETURN)
                        .applyTo(SequenceMode.GAPLESS, present))
                .isEqualTo(SequenceOptions.defaultOf(SequenceMode.GAPLESS)
                        .withMaxPending(7)
                        .withAtExpiry(AtExpiry.RETURN));
    }

    @Test
    void anOptionOfAnotherModeIsRefusedWithItsValue() {
        assertThatThrownBy(() -> GivenOptions.NONE
                        .withAtExpiry(AtExpiry.HOLD)
                        .applyTo(SequenceMode.BLOCK, SequenceOptions.DEFAULT))
                .hasMessage("at_expiry is an option of gapless mode, leave it out: mode=block, at_expiry=\"hold\"");
    }

    @Test
    void farTooManyAreRefusedAsWhatIsAboveTheLimit() {
        assertThatThrownBy(() -> GivenOptions.NONE
                        .withMaxPending(Long.MAX_VALUE)
                        .applyTo(SequenceMode.GAPLESS, SequenceOptions.DEFAULT))
                .hasMessage("must be >= 1 && <= 200000: max_pending=2147483647");
    }
}
