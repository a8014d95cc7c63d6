package io.snowkeeper.redistest;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.client.SnowkeeperClient;
import io.snowkeeper.core.sortable.UuidV7;
import io.snowkeeper.testkit.extent.OnlyInFull;
import io.snowkeeper.testkit.node.ProcessFleet;
import io.snowkeeper.testkit.process.Shell;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** UUIDs of a node, checked, stored and sorted by other programs. */
@OnlyInFull
class UuidsOutsideIT {

    private static final int MANY = 1_000;

    /** Prints the first of its input that one of the libraries refuses. */
    private static final String CHECK = """
            import { readFileSync } from "node:fs";
            import { validate, version } from "uuid";
            import { z } from "zod";
            const ids = readFileSync(0, "utf8").trim().split("\\n");
            const wrong = ids.find(id => !validate(id) || version(id) !== 7 || !z.uuid().safeParse(id).success
              || !z.uuidv7().safeParse(id).success);
            console.log(wrong ?? `${ids.length} are right`);
            """;

    @TempDir
    private static Path folder;

    private static List<UUID> uuids;

    @BeforeAll
    static void takeSome() throws Exception {
        try (ProcessFleet fleet = ProcessFleet.onSharedZooKeeper(folder)) {
            long unused = fleet.serve("n1").awaitWorkerId();
            try (SnowkeeperClient client = SnowkeeperClient.builder()
                    .servers(fleet.addresses())
                    .deadline(Duration.ofSeconds(60))
                    .build()) {
                uuids = new ArrayList<>();
                for (int i = 0; i < MANY; i++) {
                    uuids.add(client.nextUuid());
                }
            }
        }
    }

    @Test
    void librariesOfJavaScriptTakeThemForVersion7() throws Exception {
        NodePackages.install();
        Path program = Files.writeString(NodePackages.FOLDER.resolve("uuids.mjs"), CHECK);
        Path list = Files.writeString(
                folder.resolve("uuids"), uuids.stream().map(UUID::toString).collect(Collectors.joining("\n")));

        assertThat(Shell.run("sh", "-c", "node %s < %s".formatted(program, list)))
                .isEqualTo(MANY + " are right\n");
    }

    @Test
    void postgreSqlKeepsThemInTheOrderInWhichTheyWereMade() throws Exception {
        try (Database database = Database.start()) {
            database.run("CREATE TABLE made (id uuid PRIMARY KEY, place int)");
            try (Connection connection = database.connect();
                    PreparedStatement insert = connection.prepareStatement("INSERT INTO made VALUES (?, ?)")) {
                for (int i = 0; i < MANY; i++) {
                    insert.setObject(1, uuids.get(i));
                    insert.setInt(2, i);
                    insert.addBatch();
                }
                insert.executeBatch();
                List<UUID> sorted = new ArrayList<>();
                try (Statement query = connection.createStatement();
                        ResultSet rows = query.executeQuery("SELECT id FROM made ORDER BY id")) {
                    while (rows.next()) {
                        sorted.add(rows.getObject(1, UUID.class));
                    }
                }
                assertThat(sorted).isEqualTo(uuids);
                if (connection.getMetaData().getDatabaseMajorVersion() >= 17) {
                    assertTimes(connection);
                }
            }
        }
    }

    /** By a function that version 17 brought. */
    private static void assertTimes(Connection connection) throws Exception {
        try (Statement query = connection.createStatement();
                ResultSet rows = query.executeQuery("SELECT id, uuid_extract_timestamp(id) FROM made")) {
            while (rows.next()) {
                assertThat(rows.getTimestamp(2))
                        .isEqualTo(new Timestamp(
                                UuidV7.of(rows.getObject(1, UUID.class)).unixMillis()));
            }
        }
    }
}
