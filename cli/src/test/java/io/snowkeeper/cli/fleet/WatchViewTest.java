package io.snowkeeper.cli.fleet;

import static io.snowkeeper.cli.fleet.FleetAnswers.seen;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class WatchViewTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:40Z");

    private static final WatchedFleet FRESH = WatchedFleet.unseen(NOW).seen(seen("2026-01-01T00:00:40Z", true), NOW);

    private static final WatchedFleet STALE = FRESH.unanswered("gone", NOW.plusSeconds(14));

    private final StringWriter text = new StringWriter();
    private final PrintWriter out = new PrintWriter(text);

    @Test
    void aBlockTellsRatesWhatIsLeftOfReservationsAndSkews() {
        new BlockView(out).show(FRESH);

        assertThat(text.toString()).isEqualTo("""
                told by http://n1:7071
                fleet f, seen at 2026-01-01T00:00:40Z
                1024 worker ids: 1022 free, 1 live, 1 resting; 18400 ids/s

                NODE  STATE     WORKER  IDS/S  LEFT  SKEW   VERSION  SINCE                 ADDRESS                 REASON
                n1 *  ready     7       18400  20 s  -3 ms  0.1.0    2025-12-31T00:00:00Z  n1:7070 http://n1:7071  -
                n2    refusing  -       -      -     -      0.1.0    2025-12-31T00:00:00Z  n2:7070                 no-free-worker-id

                WORKER  STATE    NODE  RESERVED UNTIL
                7       live     n1    2026-01-01T00:01:00Z
                8       resting  n9    2026-01-01T00:00:50Z

                """);
    }

    @Test
    void whatIsStaleSaysSinceWhenAndWhyAndItsReservationsRunOut() {
        new BlockView(out).show(STALE);

        assertThat(text.toString())
                .startsWith("STALE since 2026-01-01T00:00:40Z (14 s): gone\ntold by http://n1:7071\n")
                .contains("n1 *  ready     7       18400  6 s ");
    }

    @Test
    void beforeAnythingIsSeenTheReasonIsTold() {
        new BlockView(out).show(WatchedFleet.unseen(NOW).unanswered("gone", NOW.plusSeconds(1)));

        assertThat(text.toString()).isEqualTo("NOTHING SEEN since 2026-01-01T00:00:40Z (1 s): gone\n\n");
    }

    @Test
    void inATerminalALookIsPaintedOverTheLastOne() {
        TerminalView view = new TerminalView(out, () -> TerminalSize.UNKNOWN);

        view.show(FRESH);
        view.show(STALE);

        assertThat(text.toString())
                .startsWith("\u001b[2J\u001b[Htold by http://n1:7071\u001b[K\n")
                .contains("\u001b[J\u001b[HSTALE since")
                .endsWith("\u001b[K\n\u001b[J");
    }

    @Test
    void aTerminalGetsNoMoreThanItHasRoomFor() {
        new TerminalView(out, () -> new TerminalSize(5, 10)).show(FRESH);

        assertThat(text.toString())
                .isEqualTo(
                        "\u001b[2J\u001b[Htold by ht\u001b[K\nfleet f, s\u001b[K\n1024 worke\u001b[K\n... 8 more\u001b[K\n\u001b[J");
    }

    @Test
    void inJsonEachLookIsALine() throws Exception {
        JsonView view = new JsonView(out);

        view.show(FRESH);
        view.show(STALE);

        ObjectMapper json = new ObjectMapper();
        assertThat(text.toString().lines()).hasSize(2);
        JsonNode fresh = json.readTree(text.toString().lines().findFirst().orElseThrow());
        assertThat(fresh.path("at").asText()).isEqualTo("2026-01-01T00:00:40Z");
        assertThat(fresh.path("url").asText()).isEqualTo(FleetAnswers.URL);
        assertThat(fresh.path("stale_since").isNull()).isTrue();
        assertThat(fresh.path("problem").isNull()).isTrue();
        assertThat(fresh.path("fleet")).isEqualTo(FleetAnswers.fleet("2026-01-01T00:00:40Z", true));
        JsonNode stale =
                json.readTree(text.toString().lines().skip(1).findFirst().orElseThrow());
        assertThat(stale.path("stale_since").asText()).isEqualTo("2026-01-01T00:00:40Z");
        assertThat(stale.path("problem").asText()).isEqualTo("gone");
    }

    @Test
    void aViewTellsWhenNobodyReadsAnyMore() {
        PrintWriter closed = new PrintWriter(OutputStream.nullOutputStream());
        closed.close();

        assertThat(new BlockView(closed).show(FRESH)).isFalse();
        assertThat(new JsonView(closed).show(FRESH)).isFalse();
        assertThat(new TerminalView(closed, () -> TerminalSize.UNKNOWN).show(FRESH))
                .isFalse();
    }
}
