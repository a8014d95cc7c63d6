package io.snowkeeper.releasetest.invoices;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.client.SequenceClient;
import io.snowkeeper.client.SnowkeeperClient;
import io.snowkeeper.core.api.RefusedException;
import io.snowkeeper.core.api.SequenceNumbers;
import io.snowkeeper.core.sequence.AtExpiry;
import io.snowkeeper.core.sequence.GivenOptions;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceDescription;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.testkit.extent.Extent;
import io.snowkeeper.testkit.invoice.CrashPoint;
import io.snowkeeper.testkit.node.NodeProcess;
import io.snowkeeper.testkit.node.ProcessFleet;
import io.snowkeeper.testkit.postgresql.PostgreSqlServer;
import io.snowkeeper.testkit.process.JavaProcess;
import io.snowkeeper.testkit.time.Patience;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The fate of an invoice whose program is killed, or whose database, node or ZooKeeper is, at each point between the
 * request for a number and its confirmation; while others write invoices, too, and after the reservation's time.
 */
class CrashPointIT {

    private static final String DOCUMENT = "order-4711";
    private static final String NOWHERE = "nowhere";
    private static final String CLOCK = "clock";
    private static final GivenOptions SHORT = GivenOptions.NONE.withReservationTime(Duration.ofSeconds(1));
    private static final NumberRange RANGE = new NumberRange(1, 1_000_000);

    @TempDir
    private static Path folder;

    private static PostgreSqlServer postgreSql;
    private static Books books;
    private static ProcessFleet fleet;
    private static NodeProcess node;
    private static SnowkeeperClient client;

    /** Counts all tests: each has a sequence of its own. */
    private static int tests;

    private static int programs;
    private static int looks;

    private String sequence;

    @BeforeAll
    static void start() throws Exception {
        postgreSql = PostgreSqlServer.start();
        books = new Books(postgreSql.url());
        fleet = new ProcessFleet(folder);
        serve("n1");
        client.sequence(CLOCK).create(SequenceMode.GAPLESS, RANGE, SHORT.withAtExpiry(AtExpiry.RETURN));
    }

    /** Has another node serve all that comes. */
    private static void serve(String name) throws Exception {
        node = fleet.serve(name);
        node.awaitWorkerId();
        client = SnowkeeperClient.builder()
                .servers(address(node.address()))
                .deadline(Patience.LIMIT)
                .build();
    }

    @AfterAll
    static void stop() throws Exception {
        client.close();
        fleet.close();
        postgreSql.close();
    }

    @BeforeEach
    void open() throws Exception {
        books.open();
        sequence = "invoices-" + ++tests;
        invoices().allowingOverlap().create(SequenceMode.GAPLESS, RANGE, SHORT);
    }

    private SequenceClient invoices() {
        return client.sequence(sequence);
    }

    /** In short those at which no other test kills it. */
    static List<CrashPoint> points() {
        return Extent.of(
                List.of(CrashPoint.COMMIT_UNHEARD, CrashPoint.CONFIRMATION_UNHEARD, CrashPoint.CONFIRMED),
                List.of(CrashPoint.values()));
    }

    @ParameterizedTest
    @MethodSource("points")
    void aProgramThatIsKilledAnywhereLeavesNoNumberTwiceAndNoGapOnceItIsRunAgain(CrashPoint point) throws Exception {
        run("before");
        killAt(point);

        assertThat(invoices().describe().pending()).isEqualTo(point.pending());
        assertThat(books.numbersOf(DOCUMENT)).hasSize(point.isBooked() ? 1 : 0);

        awaitTimeUp();
        run("after-1");
        run("after-2");
        assertThat(invoices().describe().pending()).isEqualTo(point.pending());

        run(DOCUMENT);
        requireWholeBooks("before", DOCUMENT, "after-1", "after-2");
    }

    @Test
    void aProgramThatIsKilledTimeAndAgainBooksItsDocumentUnderOneNumber() throws Exception {
        for (CrashPoint point : CrashPoint.values()) {
            if (!point.isBooked()) {
                killAt(point);
                awaitTimeUp();
                run("beside-" + point);
            }
        }
        killAt(CrashPoint.COMMITTED);
        awaitTimeUp();

        run(DOCUMENT);
        requireWholeBooks(
                DOCUMENT, "beside-BEFORE_ASKING", "beside-NUMBER_UNHEARD", "beside-NUMBER_HEARD", "beside-INSERTED");
    }

    @Test
    void aDatabaseThatDiesBeforeItsCommitHasTheSameNumberInTheNextAttempt() throws Exception {
        try (JavaProcess program = start(DOCUMENT, CrashPoint.INSERTED)) {
            awaitStanding(program, CrashPoint.INSERTED);
            postgreSql.crash();
        }
        awaitTimeUp();
        run("other");
        run(DOCUMENT);

        assertThat(books.numbersOf(DOCUMENT)).containsExactly(1L);
        requireWholeBooks("other", DOCUMENT);
    }

    @Test
    void aNodeThatIsKilledAndAZooKeeperThatIsRestartedForgetNothingThatIsPending() throws Exception {
        killAt(CrashPoint.COMMITTED);
        killAt("other", CrashPoint.NUMBER_HEARD);
        node.kill();
        fleet.stopZooKeeper();
        fleet.restartZooKeeper();
        client.close();
        serve("n2");
        await().untilAsserted(() -> assertThat(invoices().describe().pending()).isEqualTo(2));
        awaitTimeUp();

        run(DOCUMENT);
        run("third");
        run("other");
        assertThat(books.numbersOf("other")).containsExactly(2L);
        requireWholeBooks(DOCUMENT, "other", "third");
    }

    @Test
    void aNumberThatIsReturnedInsteadOfHeldIsBookedTwice() throws Exception {
        books.openWithoutUniqueNumbers();
        invoices().configure(GivenOptions.NONE.withAtExpiry(AtExpiry.RETURN));
        killAt(CrashPoint.COMMITTED);
        awaitTimeUp();
        await().untilAsserted(() -> assertThat(invoices().describe().returned()).isEqualTo(1));

        // A program may need more than a second from its number to its confirmation.
        invoices().configure(GivenOptions.NONE.withReservationTime(Patience.LIMIT));
        run("other");

        assertThat(books.numbers()).containsExactly(1L, 1L);
    }

    /** Each document has one number, they are those from 1 on, and nothing is left to be settled. */
    private void requireWholeBooks(String... documents) throws Exception {
        for (String document : documents) {
            assertThat(books.numbersOf(document)).as(document).hasSize(1);
        }
        assertThat(books.numbers())
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, documents.length).boxed().toList());
        SequenceDescription state = invoices().describe();
        assertThat(state.pending()).isZero();
        assertThat(state.returned()).isZero();
        assertThat(state.next()).isEqualTo(OptionalLong.of(documents.length + 1L));
    }

    /** Waits until earlier reservations were swept after their time, as a number that may come back shows. */
    private static void awaitTimeUp() {
        SequenceClient clock = client.sequence(CLOCK);
        SequenceNumbers reserved = clock.next(1, nextKey());
        await().until(() -> {
            SequenceNumbers again = clock.next(1, nextKey());
            return confirmed(clock, again) && again.first() == reserved.first();
        });
    }

    /** Returns a key that no call had, so that the client may ask again. */
    private static String nextKey() {
        return "look-" + ++looks;
    }

    /** Returns whether it was confirmed: it is refused if its time was over before. */
    private static boolean confirmed(SequenceClient clock, SequenceNumbers numbers) {
        try {
            clock.confirm(numbers.reservation().orElseThrow());
            return true;
        } catch (RefusedException e) {
            return false;
        }
    }

    private void killAt(CrashPoint point) throws Exception {
        killAt(DOCUMENT, point);
    }

    private void killAt(String document, CrashPoint point) throws Exception {
        switch (point) {
            case NUMBER_UNHEARD -> killUnheardByNode(document, "sequence_next_ok");
            case CONFIRMATION_UNHEARD -> killUnheardByNode(document, "sequence_confirm_ok");
            case COMMIT_UNHEARD -> killUnheardCommit(document);
            default -> {
                try (JavaProcess program = start(document, point)) {
                    awaitStanding(program, point);
                }
            }
        }
    }

    private void killUnheardByNode(String document, String answer) throws Exception {
        try (SwallowingProxy proxy = new SwallowingProxy(node.address(), answer);
                JavaProcess program = start(proxy.address(), postgreSql.url(), document, NOWHERE)) {
            proxy.awaitSwallowed();
            assertThat(program.isAlive()).isTrue();
        }
    }

    private void killUnheardCommit(String document) throws Exception {
        URI database = URI.create(postgreSql.url().substring("jdbc:".length()));
        InetSocketAddress server = new InetSocketAddress(database.getHost(), database.getPort());
        try (SwallowingProxy proxy = new SwallowingProxy(server, "COMMIT");
                JavaProcess program = start(
                        address(node.address()),
                        postgreSql.url().replace(address(server), proxy.address()),
                        document,
                        NOWHERE)) {
            proxy.awaitSwallowed();
            assertThat(program.isAlive()).isTrue();
        }
    }

    /** Runs the program to its end, in this process: only those that are killed need one of their own. */
    private void run(String document) throws Exception {
        InvoiceProgram.main(new String[] {address(node.address()), postgreSql.url(), sequence, document, NOWHERE});
    }

    private JavaProcess start(String document, CrashPoint stopAt) throws IOException {
        return start(address(node.address()), postgreSql.url(), document, stopAt.name());
    }

    private JavaProcess start(String servers, String database, String document, String stopAt) throws IOException {
        programs++;
        return JavaProcess.start(
                List.of(),
                JavaProcess.SMALL,
                JavaProcess.mainClass(InvoiceProgram.class),
                List.of(servers, database, sequence, document, stopAt),
                Map.of(),
                log());
    }

    private static void awaitStanding(JavaProcess program, CrashPoint point) throws IOException, InterruptedException {
        var unused = program.awaitOutput(log(), Pattern.compile("stands at " + point), Patience.LIMIT);
    }

    /** Returns the log of the program that was started last. */
    private static Path log() {
        return folder.resolve("program-" + programs);
    }

    private static String address(InetSocketAddress address) {
        return address.getAddress().getHostAddress() + ":" + address.getPort();
    }
}
