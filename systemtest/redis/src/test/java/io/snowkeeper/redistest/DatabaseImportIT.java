package io.snowkeeper.redistest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import io.snowkeeper.redistest.ImportProgram.Report;
import io.snowkeeper.testkit.extent.OnlyInFull;
import io.snowkeeper.testkit.node.ProcessFleet;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An import of the sequences of a PostgreSQL, by the recipe of docs/use/migrating.md. */
@OnlyInFull
class DatabaseImportIT {

    @TempDir(cleanup = ON_SUCCESS)
    private Path folder;

    private Database database;
    private ProcessFleet fleet;

    @BeforeEach
    void start() throws Exception {
        database = Database.start();
        fleet = new ProcessFleet(Files.createDirectory(folder.resolve("fleet")));
        fleet.serve("n1").awaitWorkerId();
    }

    @AfterEach
    void stop() throws Exception {
        fleet.close();
        database.close();
    }

    private ImportProgram sequences(String... more) throws Exception {
        return new ImportProgram(
                folder,
                fleet,
                database.sequences(),
                Stream.concat(Stream.of("--replace", "public.="), Stream.of(more))
                        .toArray(String[]::new));
    }

    @Test
    void sequencesGoOnAboveWhatTheyHaveGivenOutAndASecondRunChangesNothing() throws Exception {
        database.run(
                "CREATE SEQUENCE used",
                "SELECT setval('used', 4711)",
                "CREATE SCHEMA \"My Shop\"",
                "CREATE SEQUENCE \"My Shop\".\"Order \"\"No\"\"\" AS integer",
                "SELECT setval('\"My Shop\".\"Order \"\"No\"\"\"', 7)",
                "CREATE TABLE invoices (id bigint GENERATED ALWAYS AS IDENTITY, text text)",
                "INSERT INTO invoices (text) VALUES ('a'), ('b')");
        ImportProgram program = sequences("--replace", " =_", "--replace", "\"=");

        Report report = program.run("--margin", "1000");

        assertThat(report.status()).as(report.toString()).isZero();
        assertThat(report.outcome("public.used")).isEqualTo("created");
        assertThat(report.first("public.used")).isEqualTo(5_712);
        assertThat(report.first("public.invoices_id_seq")).isEqualTo(1_003);
        assertThat(report.of("My Shop.Order \"No\"").path("sequence").asText()).isEqualTo("My_Shop.Order_No");
        assertThat(report.first("My Shop.Order \"No\"")).isEqualTo(1_008);

        database.run("SELECT nextval('used')");
        Report again = program.run("--margin", "1000");
        assertThat(again.status()).isEqualTo(3);
        assertThat(again.said().path("created").asInt()).isZero();
        assertThat(again.outcome("public.invoices_id_seq")).isEqualTo("exists");
        assertThat(again.outcome("public.used")).isEqualTo("near");
        assertThat(again.left("public.used")).isEqualTo(999);
    }

    @Test
    void aSequenceThatWasNotUsedSinceItWasMadeSetOrRestartedBeginsAboveItsNextValue() throws Exception {
        database.run(
                "CREATE SEQUENCE unused",
                "CREATE SEQUENCE started START 500",
                "CREATE SEQUENCE set_back",
                "SELECT setval('set_back', 9000, false)",
                "CREATE SEQUENCE restarted",
                "SELECT nextval('restarted')",
                "ALTER SEQUENCE restarted RESTART WITH 70000");

        Report report = sequences().run("--margin", "10");

        assertThat(report.status()).as(report.toString()).isZero();
        assertThat(report.value("public.unused")).isZero();
        assertThat(report.first("public.unused")).isEqualTo(11);
        assertThat(report.first("public.started")).isEqualTo(510);
        assertThat(report.first("public.set_back")).isEqualTo(9_010);
        assertThat(report.first("public.restarted")).isEqualTo(70_010);
    }

    @Test
    void aSequenceGoesOnByItsIncrement() throws Exception {
        database.run(
                "CREATE SEQUENCE by_fifty INCREMENT 50 MAXVALUE 10000",
                "SELECT nextval('by_fifty')",
                "SELECT nextval('by_fifty')",
                "CREATE SEQUENCE even INCREMENT 2 MINVALUE 0 START 0");

        Report report = sequences().run("--margin", "10");

        assertThat(report.status()).as(report.toString()).isZero();
        assertThat(report.value("public.by_fifty")).isEqualTo(51);
        assertThat(report.first("public.by_fifty")).isEqualTo(601);
        assertThat(report.left("public.by_fifty")).isEqualTo(10);
        assertThat(report.detail("public.by_fifty")).isEqualTo("it counts by steps of 50");
        assertThat(report.first("public.even")).isEqualTo(20);
        assertThat(sequences().run("--margin", "10", "--check").status()).isZero();
        database.run("SELECT nextval('by_fifty')");
        assertThat(sequences().run("--margin", "10").left("public.by_fifty")).isEqualTo(9);
    }

    @Test
    void whatASessionHasCachedIsBelowTheFirstNumber() throws Exception {
        database.run("CREATE SEQUENCE cached CACHE 50", "SELECT nextval('cached')");

        Report report = sequences().run("--margin", "0");

        assertThat(report.value("public.cached")).isEqualTo(50);
        assertThat(report.first("public.cached")).isEqualTo(51);
    }

    @Test
    void theSequenceEndsWhereTheOldOneDoes() throws Exception {
        database.run("CREATE SEQUENCE small MAXVALUE 1000", "SELECT setval('small', 989)");

        assertThat(sequences().run("--margin", "11").detail("public.small"))
                .isEqualTo("no number up to 1000 is left above it with a margin of 11");
        assertThat(sequences().run("--margin", "10").first("public.small")).isEqualTo(1_000);
    }

    @Test
    void whatNoSequenceCanTakeThePlaceOfIsSkippedWithTheReason() throws Exception {
        database.run(
                "CREATE SEQUENCE down INCREMENT -1", "CREATE SEQUENCE round MAXVALUE 9 CYCLE", "CREATE SEQUENCE fine");

        Report report = sequences().run("--margin", "10");

        assertThat(report.status()).isZero();
        assertThat(report.said().path("skipped").asInt()).isEqualTo(2);
        assertThat(report.detail("public.down")).isEqualTo("it counts down, which no sequence does here");
        assertThat(report.detail("public.round"))
                .isEqualTo("it begins anew at its end (CYCLE), which no sequence does here");
    }

    @Test
    void aSequenceThatTheUserMayNotReadIsAFailureAndNotTakenForUnused() throws Exception {
        database.run(
                "CREATE SEQUENCE secret",
                "SELECT setval('secret', 4711)",
                "CREATE SEQUENCE open",
                "CREATE ROLE app LOGIN",
                "GRANT SELECT ON SEQUENCE open TO app");

        ImportProgram asApp =
                new ImportProgram(folder, fleet, database.sequences().replace("-U postgres", "-U app"));

        Report report = asApp.run("--margin", "10");

        assertThat(report.status()).isEqualTo(1);
        assertThat(report.outcome("public.open")).isEqualTo("created");
        assertThat(report.outcome("public.secret")).isEqualTo("failed");
        assertThat(report.detail("public.secret"))
                .isEqualTo("it may not be read: GRANT SELECT on it, and USAGE on its schema");
    }

    @Test
    void theProgressOfManySequencesIsTold() throws Exception {
        database.run(IntStream.range(0, 250)
                .mapToObj("CREATE SEQUENCE s%03d"::formatted)
                .toArray(String[]::new));

        Report report = sequences().run("--margin", "10", "--dry-run");

        assertThat(report.said().path("would_be_created").asInt()).isEqualTo(250);
        assertThat(report.error()).isEqualTo("""
                        snowkeeper: 100 of 250 counters done
                        snowkeeper: 200 of 250 counters done
                        """);
    }

    @Test
    void whatAStandbyHasIsNotTakenSinceItMayBeBehind() throws Exception {
        database.run("CREATE SEQUENCE s", "COPY (SELECT 1) TO PROGRAM 'touch standby.signal'", "CHECKPOINT");
        database.crash();

        Report report = sequences().run("--check");

        assertThat(report.status()).isEqualTo(1);
        assertThat(report.outcome("public.s")).isEqualTo("failed");
        assertThat(report.detail("public.s")).isEqualTo("it is of a standby, which may be behind: ask the primary");
    }
}
