package io.snowkeeper.cli.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

/** The tables of a fleet at 00:00:40. */
class FleetTablesTest {

    @Test
    void theVerdictComesFirstThenTheNodesAndTheWorkerIds() {
        assertThat(printed(FleetAnswers.fleet(true))).isEqualTo("""
                fleet orders-prod: ids and sequences are given by 1 of 2 nodes
                id f, seen in ZooKeeper at 2026-01-01T00:00:30Z
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
    void whileZooKeeperIsAwayItSaysWhichServersAndSinceWhen() {
        assertThat(printed(FleetAnswers.fleet(false)))
                .contains("\nid f, seen in ZooKeeper at 2026-01-01T00:00:30Z; it cannot be reached at zk1:2181 zk2:2181"
                        + " since 2026-01-01T00:00:31Z\n");
    }

    @Test
    void aTimeThatIsOverIsNotLeft() {
        ObjectNode fleet = (ObjectNode) FleetAnswers.fleet(false);
        fleet.put("answered_at", "2026-01-01T00:01:05Z");

        assertThat(printed(fleet)).contains("n1 *  ready     7       18400  0 s ");
    }

    @Test
    void aFleetWithoutANameIsJudged() {
        ObjectNode fleet = (ObjectNode) FleetAnswers.fleet(true);
        fleet.putNull("fleet_name");

        assertThat(printed(fleet)).startsWith("fleet: ids and sequences are given by ");
    }

    private static String printed(JsonNode fleet) {
        StringWriter text = new StringWriter();
        PrintWriter out = new PrintWriter(text);
        new FleetTables(fleet).print(out);
        out.flush();
        return text.toString();
    }
}
