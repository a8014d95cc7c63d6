package io.snowkeeper.coordinator.fleet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowkeeper.coordinator.MemberSettings;
import io.snowkeeper.coordinator.store.PayloadCodec;
import io.snowkeeper.core.Layout;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FleetRecordTest {

    private static final Instant BEGIN = Instant.parse("2026-12-01T00:00:00Z");

    @Test
    void tellsNoTimeWhereNoneWasAskedFor() {
        assertThat(encoded(FleetRecord.of("f", Layout.DEFAULT, Optional.empty())))
                .isEqualTo("""
                {"id":"f","layout":"41/10/12","epoch":"2024-01-01T00:00:00Z","tick":"MILLISECOND"}""");
    }

    @Test
    void tellsWhenItsIdsBegin() {
        assertThat(encoded(FleetRecord.of("f", Layout.SECONDS, Optional.of(BEGIN))))
                .isEqualTo("""
                {"id":"f","layout":"31/10/22","epoch":"2024-01-01T00:00:00Z","tick":"SECOND","notBefore":"2026-12-01T00:00:00Z"}""");
    }

    @Test
    void isReadAsItIsWritten() throws IOException {
        FleetRecord record =
                FleetRecord.of("f", Layout.parse("39/8/16@10ms", Layout.DEFAULT_EPOCH), Optional.of(BEGIN));

        assertThat(PayloadCodec.decode(PayloadCodec.encode(record), FleetRecord.class))
                .isEqualTo(record);
    }

    @Test
    void aFleetThatAsksMoreOfItsMembersIsNotJoined() throws IOException {
        FleetRecord later = PayloadCodec.decode("""
                {"id":"f","layout":"41/10/12 leap-seconds","epoch":"2024-01-01T00:00:00Z","tick":"MILLISECOND"}""".getBytes(UTF_8), FleetRecord.class);

        assertThatThrownBy(() -> later.requireJoinable(settings(Layout.DEFAULT)))
                .isInstanceOf(FleetFailedException.class)
                .hasMessageStartingWith(
                        "the fleet's ids have layout 41/10/12 leap-seconds (epoch 2024-01-01T00:00:00Z");
    }

    @Test
    void ticksHaveToBeTheSameToo() {
        FleetRecord millis = FleetRecord.of("f", Layout.parse("39/8/16", Layout.DEFAULT_EPOCH), Optional.empty());

        assertThatThrownBy(() -> millis.requireJoinable(settings(Layout.parse("39/8/16@10ms", Layout.DEFAULT_EPOCH))))
                .isInstanceOf(FleetFailedException.class)
                .hasMessage(
                        "the fleet's ids have layout 39/8/16 (epoch 2024-01-01T00:00:00Z, tick MILLISECOND), this node"
                                + " was started with 39/8/16 (epoch 2024-01-01T00:00:00Z, tick TEN_MILLISECONDS); start it with"
                                + " the fleet's layout");
    }

    @Test
    void whoAsksForALaterTimeThanTheFleetBeginsAtDoesNotJoin() {
        FleetRecord fleet = FleetRecord.of("f", Layout.DEFAULT, Optional.of(BEGIN));

        assertThatThrownBy(() -> fleet.requireJoinable(settings(Layout.DEFAULT).toBuilder()
                        .notBefore(BEGIN.plusMillis(1))
                        .build()))
                .isInstanceOf(FleetFailedException.class)
                .hasMessage(
                        "the fleet's ids begin at 2026-12-01T00:00:00Z, this node was started with"
                                + " 2026-12-01T00:00:00.001Z; start it without --not-before, or choose another chroot for a new fleet");
    }

    @Test
    void whoAsksForNoTimeOrNoLaterOneJoins() {
        FleetRecord fleet = FleetRecord.of("f", Layout.DEFAULT, Optional.of(BEGIN));

        fleet.requireJoinable(settings(Layout.DEFAULT));
        fleet.requireJoinable(
                settings(Layout.DEFAULT).toBuilder().notBefore(BEGIN).build());
        fleet.requireJoinable(settings(Layout.DEFAULT).toBuilder()
                .notBefore(BEGIN.minusMillis(1))
                .build());
    }

    @Test
    void aFleetThatWasMadeWithoutATimeHasNone() {
        FleetRecord fleet = FleetRecord.of("f", Layout.DEFAULT, Optional.empty());

        assertThatThrownBy(() -> fleet.requireJoinable(
                        settings(Layout.DEFAULT).toBuilder().notBefore(BEGIN).build()))
                .isInstanceOf(FleetFailedException.class)
                .hasMessageStartingWith(
                        "the fleet's ids begin at 2024-01-01T00:00:00Z, this node was started with 2026-12-01T00:00:00Z");
    }

    @Test
    void theFloorIsTheMillisecondBeforeTheTime() {
        assertThat(FleetRecord.of("f", Layout.DEFAULT, Optional.of(BEGIN)).floorMillis())
                .isEqualTo(BEGIN.toEpochMilli() - 1);
        assertThat(FleetRecord.of("f", Layout.DEFAULT, Optional.empty()).floorMillis())
                .isEqualTo(Long.MIN_VALUE);
    }

    @Test
    void ofATimeWithinAMillisecondNoEarlierIdIsGiven() {
        assertThat(FleetRecord.of("f", Layout.DEFAULT, Optional.of(BEGIN.plusNanos(1)))
                        .floorMillis())
                .isEqualTo(BEGIN.toEpochMilli());
        assertThat(FleetRecord.of("f", Layout.DEFAULT, Optional.of(BEGIN.plusNanos(999_999)))
                        .floorMillis())
                .isEqualTo(BEGIN.toEpochMilli());
    }

    private static MemberSettings settings(Layout layout) {
        return MemberSettings.builder("n1")
                .connectString("localhost:2181")
                .layout(layout)
                .window(Duration.ofSeconds(3))
                .sessionTimeout(Duration.ofSeconds(2))
                .maxSkew(Duration.ofSeconds(5))
                .maxRollbackWait(Duration.ofMillis(10))
                .build();
    }

    private static String encoded(FleetRecord record) {
        return new String(PayloadCodec.encode(record), UTF_8);
    }
}
