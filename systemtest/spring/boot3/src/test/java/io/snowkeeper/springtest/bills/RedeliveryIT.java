package io.snowkeeper.springtest.bills;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.snowkeeper.client.SequenceClient;
import io.snowkeeper.client.SnowkeeperClient;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceDescription;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.spring.transaction.SettlementCounts;
import io.snowkeeper.spring.transaction.SettlementCounts.Outcome;
import io.snowkeeper.springtest.Applications;
import io.snowkeeper.springtest.OnlyInFullOnSpring6;
import io.snowkeeper.springtest.RealNode;
import io.snowkeeper.springtest.bills.jdbc.DataJdbcBilling;
import io.snowkeeper.springtest.bills.jdbc.JdbcBills;
import io.snowkeeper.springtest.bills.jdbc.PlainBilling;
import io.snowkeeper.springtest.bills.jpa.FlushingBilling;
import io.snowkeeper.springtest.bills.jpa.JpaBilling;
import io.snowkeeper.springtest.bills.jpa.JpaBills;
import io.snowkeeper.testkit.invoice.CrashPoint;
import java.nio.file.Path;
import java.sql.SQLIntegrityConstraintViolationException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * The fate of a bill whose application dies at each point of docs/use/gapless.md, and whose message is delivered again
 * to another instance, which rolls back; while others write bills, too.
 */
@OnlyInFullOnSpring6
class RedeliveryIT {

    private static final String ORDER = "order-4711";

    /** Spring Data JDBC and plain JDBC have a transaction manager of their own where there is no JPA. */
    private static final String WITHOUT_JPA =
            "spring.autoconfigure.exclude=org.springframework.boot.autoconfigure.orm.jpa.HibernateJpaAutoConfiguration,"
                    + "org.springframework.boot.autoconfigure.data.jpa.JpaRepositoriesAutoConfiguration,"
                    + "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration,"
                    + "org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration";

    /** Its number may stand in it twice, so that it shows where one would. */
    private static final String TABLE =
            "create table bill (id bigint primary key, bill_number bigint, order_key varchar(40) unique)";

    @TempDir
    private static Path folder;

    private static RealNode node;
    private static SnowkeeperClient client;
    private static Map<Class<?>, Instances> applications;

    /**
     * Two instances of an application, with one database.
     *
     * @param first the one that dies
     */
    private record Instances(ConfigurableApplicationContext first, ConfigurableApplicationContext second) {

        static Instances start(Class<?> application, String... settings) {
            Instances instances = new Instances(instance(application, settings), instance(application, settings));
            instances.jdbc().execute(TABLE);
            return instances;
        }

        private static ConfigurableApplicationContext instance(Class<?> application, String... settings) {
            return Applications.start(
                    application,
                    Stream.concat(
                                    Stream.of(settings),
                                    Stream.of(
                                            "snowkeeper.servers=" + node.servers(),
                                            "spring.jpa.hibernate.ddl-auto=none",
                                            "spring.datasource.url=jdbc:h2:mem:%s;DB_CLOSE_DELAY=-1"
                                                    .formatted(application.getSimpleName())))
                            .toArray(String[]::new));
        }

        JdbcTemplate jdbc() {
            return second.getBean(JdbcTemplate.class);
        }

        void close() {
            first.close();
            second.close();
        }
    }

    @BeforeAll
    static void start() throws Exception {
        node = RealNode.start(folder);
        client = node.client();
        Instances jpa = Instances.start(JpaBills.class);
        Instances jdbc = Instances.start(JdbcBills.class, WITHOUT_JPA);
        applications = Map.of(
                JpaBilling.class, jpa,
                FlushingBilling.class, jpa,
                DataJdbcBilling.class, jdbc,
                PlainBilling.class, jdbc);
    }

    @AfterAll
    static void stop() {
        applications.values().stream().distinct().forEach(Instances::close);
        client.close();
        node.close();
    }

    static Stream<Arguments> everyPointOfEachWay() {
        return Stream.of(JpaBilling.class, FlushingBilling.class, DataJdbcBilling.class, PlainBilling.class)
                .flatMap(way -> Stream.of(CrashPoint.values()).map(point -> Arguments.of(way, point)));
    }

    @ParameterizedTest
    @MethodSource("everyPointOfEachWay")
    void aBillHasOneNumberThatIsNoOtherBills(Class<? extends Billing> way, CrashPoint point) {
        Instances instances = applications.get(way);
        JdbcTemplate books = instances.jdbc();
        books.update("delete from bill");
        String sequence = way.getSimpleName() + "-" + point;
        SequenceClient numbers = client.sequence(sequence);
        numbers.allowingOverlap().create(SequenceMode.GAPLESS, new NumberRange(1, 1_000));
        Billing first = instances.first().getBean(way);
        Billing second = instances.second().getBean(way);

        second.bill(sequence, "before");
        dieAt(point, instances.first().getBean(Death.class), () -> first.bill(sequence, ORDER));
        assertThat(numbers.describe().pending()).isEqualTo(point.pending());
        assertThat(numbersOf(books, ORDER)).hasSize(point.isBooked() ? 1 : 0);
        second.bill(sequence, "after-1");

        if (point.isBooked()) {
            assertThatThrownBy(() -> second.billUnseen(sequence, ORDER))
                    .hasRootCauseInstanceOf(SQLIntegrityConstraintViolationException.class);
        } else {
            assertThatThrownBy(() -> second.billAndFail(sequence, ORDER)).hasMessage("the application fails");
        }
        assertThat(numbers.describe().pending()).isEqualTo(point.isBooked() ? point.pending() : 1);
        second.bill(sequence, "after-2");

        second.bill(sequence, ORDER);
        first.confirm(sequence, ORDER);
        assertThat(books.queryForList("select bill_number from bill order by bill_number", Long.class))
                .containsExactly(1L, 2L, 3L, 4L);
        SequenceDescription state = numbers.describe();
        assertThat(state.pending()).isZero();
        assertThat(state.returned()).isZero();
        assertThat(List.of(instances.first(), instances.second()))
                .allMatch(instance -> instance.getBean(SettlementCounts.class).count(Outcome.LOST) == 0);
    }

    private static void dieAt(CrashPoint point, Death death, Runnable work) {
        death.awaitAt(point);
        // Its caller hears nothing of it.
        var unused = catchThrowable(work::run);
        assertThat(death.undo()).isEqualTo(point != CrashPoint.CONFIRMED);
    }

    private static List<Long> numbersOf(JdbcTemplate books, String order) {
        return books.queryForList("select bill_number from bill where order_key = ?", Long.class, order);
    }
}
