package io.snowkeeper.releasetest.orders;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.testkit.extent.Extent;
import io.snowkeeper.testkit.net.Ports;
import io.snowkeeper.testkit.node.NodeProcess;
import io.snowkeeper.testkit.node.ProcessFleet;
import io.snowkeeper.testkit.postgresql.PostgreSqlServer;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * The guarantees for thousands of orders that two instances of the example took for sixteen customers, with one
 * database and one fleet, while a node and an instance were killed and an instance was restarted.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class OrderCase {

    private static final int ORDERS = Extent.of(5_000, 200_000);

    /** As the example's settings have it. */
    private static final int BATCH = 64;

    private PostgreSqlServer postgreSql;
    private ProcessFleet fleet;
    private OrderBooks books;
    private OrderLoad load;

    /** Returns the settings of an instance's source of ids. */
    abstract List<String> settings(ProcessFleet fleet);

    @BeforeAll
    void takeOrdersWhileProcessesDie(@TempDir Path folder) throws Exception {
        postgreSql = PostgreSqlServer.start("shared_preload_libraries=pg_stat_statements");
        books = new OrderBooks(postgreSql.url());
        books.count();
        fleet = new ProcessFleet(folder);
        int port = Ports.next();
        NodeProcess first = fleet.serveAt(port, "n1");
        fleet.serve("n2");
        List<String> settings = settings(fleet);
        try (OrderService a = OrderService.start(folder.resolve("a.log"), postgreSql.url(), settings);
                OrderService b = OrderService.start(folder.resolve("b.log"), postgreSql.url(), settings)) {
            load = OrderLoad.start(List.of(a, b));
            load.awaitMore(ORDERS / 5);
            first.kill();
            load.awaitMore(ORDERS / 5);
            a.kill();
            load.easeWhile(a::startAgain);
            load.awaitMore(ORDERS / 5);
            fleet.serveAt(port, "n1").awaitWorkerId();
            load.awaitMore(ORDERS / 5);
            b.stop();
            load.easeWhile(b::startAgain);
            load.awaitMore(ORDERS / 5);
            load.end();
        }
    }

    @AfterAll
    void stop() throws Exception {
        if (load != null) {
            load.end();
        }
        if (fleet != null) {
            fleet.close();
        }
        if (postgreSql != null) {
            postgreSql.close();
        }
    }

    @Test
    void allOrdersAreTaken() {
        assertThat(load.ids()).hasSizeGreaterThanOrEqualTo(ORDERS);
    }

    @Test
    void noIdComesTwice() {
        assertThat(new HashSet<>(load.ids())).hasSameSizeAs(load.ids());
    }

    @Test
    void noRequestIsRefused() {
        assertThat(load.refusals()).isEmpty();
    }

    @Test
    void whatWasAnsweredForIsInTheTable() throws SQLException {
        Set<Long> lost = new HashSet<>(load.ids());
        lost.removeAll(new HashSet<>(books.ids()));

        assertThat(lost).isEmpty();
    }

    @Test
    void batchesStayBatches() throws SQLException {
        assertThat(books.sent())
                .as("one statement for each batch, and none for an id")
                .isNotEmpty()
                .allSatisfy(sent -> {
                    assertThat(sent.statement()).startsWithIgnoringCase("insert into orders");
                    assertThat(sent.rows()).isEqualTo(sent.times() * BATCH);
                });
    }

    /** At most the requests under way are lost with a process. */
    @Test
    void someRequestsGotNoAnswer() {
        assertThat(load.unanswered()).as("an instance was killed under load").isPositive();
    }
}
