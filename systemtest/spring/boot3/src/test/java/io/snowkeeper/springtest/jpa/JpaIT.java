package io.snowkeeper.springtest.jpa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowkeeper.client.SnowkeeperClient;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.text.IdFormat;
import io.snowkeeper.spring.transaction.SettlementCounts;
import io.snowkeeper.spring.transaction.SettlementCounts.Outcome;
import io.snowkeeper.springtest.Applications;
import io.snowkeeper.springtest.RealNode;
import io.snowkeeper.springtest.jpa.JpaApplication.Invoices;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.dao.DataIntegrityViolationException;

/** An application of JPA, whose ids and numbers come from a node, or from a member in its own process. */
class JpaIT {

    private static final int INSERTS = 500;
    private static final int BATCH = 50;

    @TempDir
    private static Path folder;

    private static RealNode node;

    @BeforeAll
    static void start() throws Exception {
        node = RealNode.start(folder);
        try (SnowkeeperClient client = node.client()) {
            client.sequence("invoices").allowingOverlap().create(SequenceMode.GAPLESS, new NumberRange(1, 1_000_000));
            client.sequence("ticket_id_seq")
                    .allowingOverlap()
                    .create(SequenceMode.BLOCK, new NumberRange(4711, 1_000_000));
            client.sequence("receipts").allowingOverlap().create(SequenceMode.GAPLESS, new NumberRange(1, 1_000_000));
        }
    }

    @AfterAll
    static void stop() {
        node.close();
    }

    static Stream<String> sources() {
        return Stream.of("snowkeeper.servers=" + node.servers(), "snowkeeper.zookeeper=" + node.zooKeeper());
    }

    private static ConfigurableApplicationContext application(String source) {
        return Applications.start(
                JpaApplication.class,
                source,
                "spring.jpa.hibernate.ddl-auto=create",
                "spring.jpa.properties.hibernate.jdbc.batch_size=" + BATCH);
    }

    @ParameterizedTest
    @MethodSource("sources")
    void insertsStayBatches(String source) {
        try (ConfigurableApplicationContext application = application(source)) {
            StatementCount count = application.getBean(StatementCount.class);
            List<Document> documents = new ArrayList<>();
            List<Event> events = new ArrayList<>();
            within(application, entities -> {
                for (int i = 0; i < INSERTS; i++) {
                    documents.add(new Document("text"));
                    entities.persist(documents.get(i));
                }
            });
            assertThat(count.batches()).isEqualTo(INSERTS / BATCH);
            assertThat(count.singles()).isZero();

            count.reset();
            within(application, entities -> {
                for (int i = 0; i < INSERTS; i++) {
                    events.add(new Event("text"));
                    entities.persist(events.get(i));
                }
            });
            assertThat(count.batches()).isEqualTo(INSERTS / BATCH);
            assertThat(count.singles()).isZero();
            assertThat(new HashSet<>(documents.stream().map(Document::getId).toList()))
                    .hasSize(INSERTS)
                    .allMatch(id -> IdFormat.CROCKFORD32.parse(id) > 0);
            assertThat(new HashSet<>(events.stream().map(Event::id).toList())).hasSize(INSERTS);
        }
    }

    @ParameterizedTest
    @MethodSource("sources")
    void idsAreNumbersOfASequence(String source) {
        try (ConfigurableApplicationContext application = application(source)) {
            StatementCount count = application.getBean(StatementCount.class);
            List<Ticket> tickets = Stream.generate(Ticket::new).limit(INSERTS).toList();
            within(application, entities -> tickets.forEach(entities::persist));

            assertThat(new HashSet<>(tickets.stream().map(Ticket::id).toList()))
                    .hasSize(INSERTS)
                    .allMatch(id -> id >= 4711);
            assertThat(tickets).allMatch(ticket -> IdFormat.CROCKFORD32.parse(ticket.shown()) > 0);
            assertThat(count.batches()).isEqualTo(INSERTS / BATCH);
        }
    }

    @ParameterizedTest
    @MethodSource("sources")
    void invoicesHaveNoGaps(String source) {
        try (ConfigurableApplicationContext application = application(source)) {
            Invoices invoices = application.getBean(Invoices.class);
            InvoiceRepository repository = application.getBean(InvoiceRepository.class);

            long first = invoices.write("a").number();
            assertThatThrownBy(() -> invoices.writeAndFail("b")).hasMessage("the application fails");
            assertThat(invoices.write("c").number()).isEqualTo(first + 1);
            assertThat(invoices.writeFor("order 1 of " + source).number()).isEqualTo(first + 2);

            assertThat(repository.findAll().stream().map(Invoice::number))
                    .containsExactlyInAnyOrder(first, first + 1, first + 2);
            assertThat(repository.findAll()).allMatch(invoice -> invoice.id() > 0);
            SettlementCounts counts = application.getBean(SettlementCounts.class);
            assertThat(counts.count(Outcome.CONFIRMED)).isEqualTo(3);
            assertThat(counts.count(Outcome.CANCELLED)).isEqualTo(1);
        }
        try (SnowkeeperClient client = node.client()) {
            assertThat(client.sequence("invoices").describe().pending()).isZero();
            assertThat(client.sequence("invoices").describe().returned()).isZero();
        }
    }

    @ParameterizedTest
    @MethodSource("sources")
    void aNumberThatACrashHasLeftIsConfirmedByItsKey(String source) {
        String key = "crashed order of " + source;
        try (SnowkeeperClient client = node.client();
                ConfigurableApplicationContext application = application(source)) {
            // Like an instance that died after its commit.
            long number = client.sequence("invoices").next(1, key).first();
            assertThat(client.sequence("invoices").describe().pending()).isEqualTo(1);

            assertThat(application.getBean(Invoices.class).writeFor(key).number())
                    .isEqualTo(number);

            assertThat(client.sequence("invoices").describe().pending()).isZero();
            assertThat(client.sequence("invoices").describe().returned()).isZero();
        }
    }

    @Test
    void aNumberOfACommitThatFailedIsLeftToComeBack() {
        try (SnowkeeperClient client = node.client();
                ConfigurableApplicationContext application = application("snowkeeper.servers=" + node.servers())) {
            Invoices invoices = application.getBean(Invoices.class);
            SettlementCounts counts = application.getBean(SettlementCounts.class);
            Invoice invoice = invoices.write("a");

            assertThatThrownBy(() -> invoices.writeAtOnceWithTheNumberOf(invoice))
                    .isInstanceOf(DataIntegrityViolationException.class);
            assertThat(counts.count(Outcome.CANCELLED)).isEqualTo(1);
            assertThat(client.sequence("receipts").describe().pending()).isZero();

            assertThatThrownBy(() -> invoices.writeWithTheNumberOf(invoice))
                    .isInstanceOf(DataIntegrityViolationException.class);
            assertThat(counts.count(Outcome.UNKNOWN)).isEqualTo(1);
            assertThat(client.sequence("receipts").describe().pending()).isEqualTo(1);
        }
    }

    @Test
    void anIdThatIsSetIsRefused() {
        try (ConfigurableApplicationContext application = application("snowkeeper.servers=" + node.servers())) {
            Document document = new Document("text");
            document.setId("mine");
            assertThatThrownBy(() -> within(application, entities -> entities.persist(document)))
                    .hasMessageContaining("etached entity passed to persist");
        }
    }

    private static void within(ConfigurableApplicationContext application, Consumer<EntityManager> work) {
        try (EntityManager entities =
                application.getBean(EntityManagerFactory.class).createEntityManager()) {
            entities.getTransaction().begin();
            work.accept(entities);
            entities.getTransaction().commit();
        }
    }
}
