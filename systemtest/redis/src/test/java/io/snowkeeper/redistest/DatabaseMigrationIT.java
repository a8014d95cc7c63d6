package io.snowkeeper.redistest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import io.snowkeeper.client.SnowkeeperClient;
import io.snowkeeper.redistest.ImportProgram.Report;
import io.snowkeeper.testkit.extent.OnlyInFull;
import io.snowkeeper.testkit.node.ProcessFleet;
import io.snowkeeper.testkit.time.Patience;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An application that never stops taking orders goes over from a sequence of PostgreSQL to a fleet, by
 * docs/use/migrating.md.
 */
@OnlyInFull
class DatabaseMigrationIT {

    private static final String COUNTER = "public.orders_id_seq";
    private static final String SEQUENCE = "orders_id_seq";
    private static final int INSTANCES = 4;
    private static final int SOME = 300;

    /** More than a database gives out in the minutes that a busy machine may need for all this. */
    private static final String MARGIN = "1000000000";

    @TempDir(cleanup = ON_SUCCESS)
    private Path folder;

    private Database database;
    private ProcessFleet fleet;
    private SnowkeeperClient client;
    private ImportProgram program;

    @BeforeEach
    void start() throws Exception {
        database = Database.start();
        // Sessions keep numbers, as those of busy tables do.
        database.run(
                "CREATE TABLE orders (id bigserial PRIMARY KEY, text text)", "ALTER SEQUENCE orders_id_seq CACHE 20");
        fleet = new ProcessFleet(Files.createDirectory(folder.resolve("fleet")));
        fleet.serve("n1").awaitWorkerId();
        fleet.serve("n2").awaitWorkerId();
        client = SnowkeeperClient.builder()
                .servers(fleet.addresses())
                .deadline(Patience.LIMIT)
                .build();
        program = new ImportProgram(folder, fleet, database.sequences(), "--replace", "public.=");
    }

    @AfterEach
    void stop() throws Exception {
        client.close();
        fleet.close();
        database.close();
    }

    /** Begins a transaction that has a number, and has not written it yet. */
    private static long takeNumber(Connection open) throws SQLException {
        open.setAutoCommit(false);
        try (Statement statement = open.createStatement();
                ResultSet row = statement.executeQuery("SELECT nextval('orders_id_seq')")) {
            row.next();
            return row.getLong(1);
        }
    }

    private static void write(Connection open, long id) throws SQLException {
        try (Statement statement = open.createStatement()) {
            int unused = statement.executeUpdate("INSERT INTO orders (id, text) VALUES (%d, 'late')".formatted(id));
        }
        open.commit();
    }

    @Test
    void anApplicationUnderLoadGoesOverAndNoNumberComesTwice() throws Exception {
        List<OrderDesk> desks = new ArrayList<>();
        Report imported;
        long late;
        try (Connection open = database.connect()) {
            for (int i = 0; i < INSTANCES; i++) {
                desks.add(new OrderDesk(database));
            }
            for (OrderDesk desk : desks) {
                desk.awaitMoreOfDatabase(SOME);
            }
            late = takeNumber(open);

            Report trial = program.run("--margin", MARGIN, "--dry-run");
            assertThat(trial.outcome(COUNTER)).isEqualTo("would_be_created");
            assertThat(client.sequenceNames(Optional.empty(), 10).items()).isEmpty();

            imported = program.run("--margin", MARGIN);
            assertThat(imported.status()).as(imported.toString()).isZero();
            assertThat(imported.outcome(COUNTER)).isEqualTo("created");
            assertThat(imported.first(COUNTER)).isEqualTo(imported.value(COUNTER) + Long.parseLong(MARGIN) + 1);

            for (OrderDesk desk : desks) {
                desk.awaitMoreOfDatabase(SOME);
            }
            for (int i = 0; i < INSTANCES; i++) {
                desks.get(i).goOver(client.sequence(SEQUENCE));
                desks.get(i).awaitMoreOfFleet(SOME);
                if (i + 1 < INSTANCES) {
                    desks.get(i + 1).awaitMoreOfDatabase(1);
                    Report midway = program.run("--check");
                    assertThat(midway.status()).as(midway.toString()).isZero();
                    assertThat(midway.left(COUNTER)).isPositive().isLessThan(Long.parseLong(MARGIN));
                }
            }
            database.run("ALTER TABLE orders ALTER id DROP DEFAULT");
            write(open, late);
        } finally {
            desks.forEach(OrderDesk::close);
        }

        Report after = program.run("--check");
        assertThat(after.status()).as(after.toString()).isZero();

        List<Long> old = new ArrayList<>(List.of(late));
        List<Long> fresh = new ArrayList<>();
        for (OrderDesk desk : desks) {
            old.addAll(desk.ofDatabase());
            fresh.addAll(desk.ofFleet());
        }
        assertThat(Stream.concat(old.stream(), fresh.stream()).distinct().count())
                .as("no number twice")
                .isEqualTo(old.size() + fresh.size());
        assertThat(database.number("SELECT count(*) FROM orders"))
                .as("each order is in the table")
                .isEqualTo(old.size() + fresh.size());
        assertThat(Collections.max(old)).isLessThanOrEqualTo(after.value(COUNTER));
        assertThat(after.first(COUNTER)).isEqualTo(imported.first(COUNTER));
        // The very first number may be lost with its answer.
        assertThat(Collections.min(fresh))
                .as("the first number of the fleet is above the last one of the database")
                .isGreaterThanOrEqualTo(after.first(COUNTER))
                .isGreaterThan(Collections.max(old));
    }
}
