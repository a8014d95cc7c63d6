package io.snowkeeper.spring.id;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowkeeper.core.api.NumberSequence;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.text.BitReversal;
import io.snowkeeper.core.text.PublicIds;
import io.snowkeeper.core.text.TypeId;
import io.snowkeeper.spring.NumberSequences;
import io.snowkeeper.spring.PublicIdsAutoConfiguration;
import io.snowkeeper.spring.SnowkeeperAutoConfiguration;
import io.snowkeeper.spring.keyed.Guest;
import io.snowkeeper.spring.keyed.Parcel;
import io.snowkeeper.spring.keyed.Place;
import io.snowkeeper.spring.keyed.Seat;
import io.snowkeeper.spring.keyed.SeatKey;
import io.snowkeeper.spring.keyed.Ticket;
import io.snowkeeper.spring.misfit.Misfit;
import io.snowkeeper.test.FakeIds;
import io.snowkeeper.test.FakeNumberSequence;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.PersistenceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.hibernate.SessionFactory;
import org.hibernate.StatelessSession;
import org.hibernate.stat.Statistics;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.domain.EntityScan;
import org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration;
import org.springframework.boot.autoconfigure.orm.jpa.HibernateJpaAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class JpaIdsTest {

    @EntityScan(basePackageClasses = Order.class)
    static class Entities {}

    @EntityScan(basePackageClasses = Seat.class)
    static class Keyed {}

    @EntityScan(basePackageClasses = Misfit.class)
    static class Misfits {}

    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    SnowkeeperAutoConfiguration.class,
                    PublicIdsAutoConfiguration.class,
                    JpaIdsAutoConfiguration.class,
                    DataSourceAutoConfiguration.class,
                    HibernateJpaAutoConfiguration.class))
            .withUserConfiguration(Entities.class)
            .withBean(FakeIds.class, () -> new FakeIds(100))
            .withPropertyValues(
                    "spring.datasource.generate-unique-name=true",
                    "spring.jpa.hibernate.ddl-auto=create",
                    "spring.jpa.properties.hibernate.jdbc.batch_size=50",
                    "spring.jpa.properties.hibernate.generate_statistics=true");

    @Test
    void entitiesGetIdsInTheOrderInWhichTheyArePersisted() {
        application.run(context -> {
            EntityManagerFactory factory = context.getBean(EntityManagerFactory.class);
            Order first = new Order("a");
            Order second = new Order("b");
            within(factory, entities -> {
                entities.persist(first);
                entities.persist(second);
            });
            assertThat(first.id()).isEqualTo(100);
            assertThat(second.id()).isEqualTo(101);
            within(
                    factory,
                    entities ->
                            assertThat(entities.find(Order.class, 101L).text()).isEqualTo("b"));
        });
    }

    @Test
    void insertsStayBatches() {
        application.run(context -> {
            EntityManagerFactory factory = context.getBean(EntityManagerFactory.class);
            Statistics statistics = factory.unwrap(SessionFactory.class).getStatistics();
            statistics.clear();
            within(factory, entities -> IntStream.range(0, 200).forEach(i -> entities.persist(new Order("text"))));
            assertThat(statistics.getEntityInsertCount()).isEqualTo(200);
            assertThat(statistics.getPrepareStatementCount()).isEqualTo(1);
        });
    }

    @Test
    void anAssignedIdIsRefused() {
        application.run(context -> {
            EntityManagerFactory factory = context.getBean(EntityManagerFactory.class);
            Order order = new Order("a");
            order.assign(7);
            assertThatThrownBy(() -> within(factory, entities -> entities.persist(order)))
                    .isInstanceOf(PersistenceException.class)
                    .hasMessageContaining("etached entity passed to persist");
            assertThat(order.id()).isEqualTo(7);
        });
    }

    @Test
    void aStatelessSessionGetsIdsToo() {
        application.run(context -> {
            Order order = new Order("a");
            try (StatelessSession session = context.getBean(EntityManagerFactory.class)
                    .unwrap(SessionFactory.class)
                    .openStatelessSession()) {
                session.beginTransaction();
                session.insert(order);
                session.getTransaction().commit();
            }
            assertThat(order.id()).isEqualTo(100);
        });
    }

    @Test
    void aPartOfACompositeIdIsFilledIn() {
        application.withUserConfiguration(Keyed.class).run(context -> {
            EntityManagerFactory factory = context.getBean(EntityManagerFactory.class);
            Seat seat = new Seat("a");
            Place place = new Place("b");
            within(factory, entities -> {
                entities.persist(seat);
                entities.persist(place);
            });
            assertThat(seat.key()).isEqualTo(new SeatKey(100L, "a"));
            assertThat(place.key()).isEqualTo(new SeatKey(101L, "b"));
        });
    }

    @Test
    void entitiesGetIdsOfTheFormsThatTheyName(@TempDir Path folder) throws IOException {
        Path keys = Files.writeString(folder.resolve("keys"), "a base58 2b7e151628aed2a6abf7158809cf4f3c");
        application
                .withUserConfiguration(Keyed.class)
                .withPropertyValues("snowkeeper.public-id-keys=" + keys)
                .run(context -> {
                    Parcel parcel = new Parcel();
                    within(context.getBean(EntityManagerFactory.class), entities -> entities.persist(parcel));
                    assertThat(BitReversal.of(parcel.id())).isGreaterThanOrEqualTo(100);
                    assertThat(context.getBean(PublicIds.class)
                                    .withPrefix("parcel")
                                    .parse(parcel.shown()))
                            .isGreaterThanOrEqualTo(100);
                    assertThat(TypeId.parse(parcel.typed()).type()).isEqualTo("parcel");
                });
    }

    @Test
    void anInheritedIdIsOfTheTypeThatTheEntityNames() {
        application.withUserConfiguration(Keyed.class).run(context -> {
            Guest guest = new Guest();
            within(context.getBean(EntityManagerFactory.class), entities -> entities.persist(guest));
            assertThat(guest.id()).isEqualTo(100);
        });
    }

    @Test
    void anIdMayBeANumberOfASequenceOfWhichSeveralAreTakenAtOnce() {
        FakeNumberSequence block = new FakeNumberSequence("tickets", SequenceMode.BLOCK, new NumberRange(1000, 2000));
        withSequence(block).run(context -> {
            List<Ticket> tickets = Stream.generate(Ticket::new).limit(7).toList();
            within(context.getBean(EntityManagerFactory.class), entities -> tickets.forEach(entities::persist));

            assertThat(tickets).extracting(Ticket::id).containsExactly(1000, 1001, 1002, 1003, 1004, 1005, 1006);
            assertThat(block.next(1).first()).isEqualTo(1009);
        });
    }

    @Test
    void aGaplessSequenceIsRefusedAndGetsItsNumbersBack() {
        FakeNumberSequence gapless = new FakeNumberSequence("tickets", SequenceMode.GAPLESS, new NumberRange(1, 3));
        withSequence(gapless)
                .run(context -> assertThatThrownBy(() -> within(
                                context.getBean(EntityManagerFactory.class),
                                entities -> entities.persist(new Ticket())))
                        .hasStackTraceContaining("the sequence must be of mode block or ordered"));
        assertThat(gapless.next(3).first()).isEqualTo(1);
    }

    @Test
    void whatIsNoIdIsFilledInUnlessItIsSet() {
        withSequence(new FakeNumberSequence("tickets", SequenceMode.BLOCK, new NumberRange(1, 2000)))
                .run(context -> {
                    Ticket fresh = new Ticket();
                    Ticket set = new Ticket(7);
                    within(context.getBean(EntityManagerFactory.class), entities -> {
                        entities.persist(fresh);
                        entities.persist(set);
                    });
                    assertThat(fresh.old()).isBetween(100L, 105L);
                    assertThat(fresh.shown()).isNotNull().isNotEqualTo(set.shown());
                    assertThat(set.old()).isEqualTo(7);
                });
    }

    private ApplicationContextRunner withSequence(NumberSequence tickets) {
        return application.withUserConfiguration(Keyed.class).withBean(NumberSequences.class, () -> name -> tickets);
    }

    @Test
    void withoutASourceItIsRefused() {
        new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(DataSourceAutoConfiguration.class, HibernateJpaAutoConfiguration.class))
                .withUserConfiguration(Entities.class)
                .withPropertyValues("spring.datasource.generate-unique-name=true")
                .run(
                        context -> assertThat(context.getStartupFailure())
                                .rootCause()
                                .hasMessage(
                                        "the settings of the persistence unit must have io.snowkeeper.ids, a Supplier<Ids>, for @SnowkeeperId: io.snowkeeper.spring.id.Order.id"));
    }

    @Test
    void aTypeThatIsNoIdIsRefused() {
        application
                .withUserConfiguration(Misfits.class)
                .run(
                        context -> assertThat(context.getStartupFailure())
                                .rootCause()
                                .hasMessage(
                                        "a property with @SnowkeeperId must be a long, Long, String or UUID: io.snowkeeper.spring.misfit.Misfit.id is a java.lang.Integer"));
    }

    private static void within(EntityManagerFactory factory, Consumer<EntityManager> work) {
        try (EntityManager entities = factory.createEntityManager()) {
            entities.getTransaction().begin();
            work.accept(entities);
            entities.getTransaction().commit();
        }
    }
}
