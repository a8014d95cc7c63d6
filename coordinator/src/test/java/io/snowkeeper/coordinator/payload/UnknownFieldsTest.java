package io.snowkeeper.coordinator.payload;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowkeeper.coordinator.fleet.FleetRecord;
import io.snowkeeper.coordinator.fleet.SlotRecord;
import io.snowkeeper.coordinator.store.PayloadCodec;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** This version's treatment of fields of payloads that a later one has written. */
class UnknownFieldsTest {

    private static final Instant UNTIL = Instant.parse("2026-01-01T00:00:00Z");

    @Test
    void aSlotKeepsThemWhenItIsWrittenByAnotherOwner() throws IOException {
        SlotRecord read = decode(SlotRecord.class, """
                {"owner":"c1","node":"n1","reservedUntil":"2025-01-01T00:00:00Z","site":"north","past":[{"node":"n0"}]}""");

        assertThat(encoded(SlotRecord.after(Optional.of(read), "c2", "n2", UNTIL)))
                .isEqualTo("""
                {"owner":"c2","node":"n2","reservedUntil":"2026-01-01T00:00:00Z","site":"north","past":[{"node":"n0"}]}""");
        assertThat(encoded(read.retired())).contains("\"site\":\"north\"");
    }

    @Test
    void aSlotWithoutThemIsWrittenAsItAlwaysWas() {
        assertThat(encoded(new SlotRecord("c1", "n1", UNTIL))).isEqualTo("""
                {"owner":"c1","node":"n1","reservedUntil":"2026-01-01T00:00:00Z"}""");
    }

    @Test
    void slotsAreNotEqualIfTheyDiffer() throws IOException {
        SlotRecord more = decode(SlotRecord.class, """
                {"owner":"c1","node":"n1","reservedUntil":"2026-01-01T00:00:00Z","site":"north"}""");

        assertThat(more).isNotEqualTo(new SlotRecord("c1", "n1", UNTIL));
    }

    @Test
    void aPayloadThatRequiresMoreOfItsReaderIsNotRead() {
        assertThatThrownBy(() -> decode(SlotRecord.class, """
                {"owner":"c1","node":"n1","reservedUntil":"2026-01-01T00:00:00Z","requires":["two-owners"]}"""))
                .isInstanceOf(IOException.class)
                .hasMessage(
                        "a later version has written it, and its readers must know [\"two-owners\"]; start this node with that version");
    }

    @Test
    void noPayloadThatRequiresMoreIsRead() {
        assertThatThrownBy(() -> decode(FleetRecord.class, """
                {"id":"f","layout":"41/10/12","epoch":"2024-01-01T00:00:00Z","tick":"SECOND","requires":["leap-seconds"]}"""))
                .isInstanceOf(IOException.class)
                .hasMessage(
                        "a later version has written it, and its readers must know [\"leap-seconds\"]; start this node with that version");
    }

    @Test
    void aFieldThatIsMissingIsStillMissed() {
        assertThatThrownBy(() -> decode(SlotRecord.class, """
                {"owner":"c1","node":"n1"}"""))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("reservedUntil");
    }

    private static <T> T decode(Class<T> type, String json) throws IOException {
        return PayloadCodec.decode(json.getBytes(UTF_8), type);
    }

    private static String encoded(Object payload) {
        return new String(PayloadCodec.encode(payload), UTF_8);
    }
}
