package io.snowkeeper.spring.migrating;

import static me.ahoo.cosid.CosId.COSID_EPOCH;
import static me.ahoo.cosid.CosId.COSID_EPOCH_SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.github.f4b6a3.tsid.TsidFactory;
import io.hypersistence.tsid.TSID;
import io.hypersistence.utils.hibernate.id.Tsid;
import io.snowkeeper.coordinator.WorkerIdRange;
import io.snowkeeper.coordinator.zookeeper.ZooKeeperCoordinator;
import io.snowkeeper.core.Layout;
import io.snowkeeper.core.api.Ids;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceDefinition;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import io.snowkeeper.core.text.EpochFormat;
import io.snowkeeper.core.text.IdFormat;
import io.snowkeeper.embedded.LeasedIds;
import io.snowkeeper.embedded.LeasedIdsOptions;
import io.snowkeeper.sequences.SequenceSettings;
import io.snowkeeper.sequences.Sequences;
import io.snowkeeper.sequences.fleet.FleetSequences;
import io.snowkeeper.spring.NumberSequences;
import io.snowkeeper.spring.id.HibernateIdGenerator;
import io.snowkeeper.spring.id.SnowkeeperId;
import io.snowkeeper.testkit.curator.SharedZooKeeper;
import io.snowkeeper.testkit.time.Patience;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.Table;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import me.ahoo.cosid.IdGenerator;
import me.ahoo.cosid.accessor.parser.DefaultAccessorParser;
import me.ahoo.cosid.accessor.registry.CosIdAccessorRegistry;
import me.ahoo.cosid.accessor.registry.DefaultAccessorRegistry;
import me.ahoo.cosid.annotation.AnnotationDefinitionParser;
import me.ahoo.cosid.annotation.CosId;
import me.ahoo.cosid.converter.Radix62IdConverter;
import me.ahoo.cosid.provider.DefaultIdGeneratorProvider;
import me.ahoo.cosid.snowflake.MillisecondSnowflakeId;
import me.ahoo.cosid.snowflake.SafeJavaScriptSnowflakeId;
import me.ahoo.cosid.snowflake.SecondSnowflakeId;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Applications whose tables have rows of other generators go over by docs/use/migrating.md: each new id is above all
 * old ones.
 */
class MigratingIT {

    private static final int ROWS = 2_000;
    private static final Layout TSID_LAYOUT = layout("41/10/12", "tsid");

    /** By how much the clocks of old applications are ahead: so much that one that goes over at once has lower ids. */
    private static final Duration AHEAD = Duration.ofSeconds(2);

    private final String database = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
    private final String zooKeeper = SharedZooKeeper.newConnectString();
    private final List<SessionFactory> applications = new ArrayList<>();

    /** A row with an id of the old application. */
    @Entity
    @Table(name = "orders")
    static class TsidOrder {
        @Id
        @Tsid
        Long id;
    }

    /** The same row in the new one. */
    @Entity
    @Table(name = "orders")
    static class Order {
        @Id
        @SnowkeeperId
        Long id;
    }

    /** A row whose id is a text. */
    @Entity
    @Table(name = "orders")
    static class TsidText {
        @Id
        @Tsid(ClockAhead.class)
        String id;
    }

    /** A generator of TSIDs as an application may have of its own. */
    public static class ClockAhead implements Supplier<TSID.Factory> {

        private final TSID.Factory factory = TSID.Factory.builder()
                .withClock(Clock.offset(Clock.systemUTC(), AHEAD))
                .build();

        /** For Hibernate. */
        public ClockAhead() {}

        @Override
        public TSID.Factory get() {
            return factory;
        }
    }

    /** The same row in the new application. */
    @Entity
    @Table(name = "orders")
    static class Text {
        @Id
        @SnowkeeperId
        String id;
    }

    /** A row that CosId fills in. */
    @Entity
    @Table(name = "orders")
    static class CosIdOrder {
        @Id
        @CosId
        Long id;
    }

    /** A row that a sequence of the database numbers. */
    @Entity
    @Table(name = "orders")
    static class CountedOrder {
        @Id
        @GeneratedValue(strategy = GenerationType.SEQUENCE, generator = "orders")
        @SequenceGenerator(name = "orders", sequenceName = "orders_seq", allocationSize = 50)
        Long id;
    }

    /** The same row, whose numbers are the fleet's. */
    @Entity
    @Table(name = "orders")
    static class SequencedOrder {
        @Id
        @SnowkeeperId(sequence = "orders")
        Long id;
    }

    @AfterEach
    void stop() {
        applications.forEach(SessionFactory::close);
    }

    @Test
    void tsidsAreBelowAllIdsOfAFleetThatBeginsAfterTheLargest() {
        persist(application(TsidOrder.class), TsidOrder::new);
        Instant clock = Instant.now().plus(AHEAD);
        TsidFactory burst = TsidFactory.builder()
                .withNode(1023)
                .withClock(Clock.fixed(clock, ZoneOffset.UTC))
                .build();
        // It counts on into the next milliseconds rather than wait for them: its ids are ahead of its clock.
        LongStream.range(0, 10_000).forEach(i -> burst.create());
        insert(() -> burst.create().toLong(), 100);
        long largest = largestOf(ids(Long.class));
        assertThat(TSID_LAYOUT.decompose(largest).time()).isAfter(clock);

        try (LeasedIds ids = join(after(largest, TSID_LAYOUT))) {
            assertThat(newIds(Order.class, Order::new, ids)).allMatch(id -> id > largest);
        }
    }

    @Test
    void textsOfTsidsAreBelowAllTextsOfAFleetThatBeginsAfterTheLargest() {
        persist(application(TsidText.class), TsidText::new);
        List<String> old = ids(String.class);
        assertThat(old)
                .allMatch(text ->
                        IdFormat.CROCKFORD32.format(TSID.from(text).toLong()).equals(text));
        String largest = old.stream().max(String::compareTo).orElseThrow();

        try (LeasedIds ids = join(after(IdFormat.CROCKFORD32.parse(largest), TSID_LAYOUT))) {
            persist(application(Text.class, ids), Text::new);
        }
        List<String> all = ids(String.class);
        all.removeAll(old);
        assertThat(all).hasSize(ROWS).allMatch(text -> text.compareTo(largest) > 0);
    }

    @Test
    void withoutAPauseTsidsOfOtherNodesAreNeverEqualToIdsOfTheFleet() {
        TSID.Factory old = TSID.Factory.newInstance1024(511);
        Set<Long> all = new HashSet<>();
        try (LeasedIds ids = join(options(TSID_LAYOUT).workerRange(WorkerIdRange.parse("512-1023")))) {
            for (int i = 0; i < ROWS; i++) {
                all.add(old.generate().toLong());
                all.add(ids.next());
            }
        }
        assertThat(all).hasSize(2 * ROWS);
    }

    static Stream<Arguments> cosIds() {
        return Stream.of(
                Arguments.of(layout("41/10/12", "cosid"), new MillisecondSnowflakeId(7) {
                    @Override
                    protected long getCurrentTime() {
                        return super.getCurrentTime() + AHEAD.toMillis();
                    }
                }),
                Arguments.of(layout("31/10/22@1s", "cosid"), new SecondSnowflakeId(7) {
                    @Override
                    protected long getCurrentTime() {
                        return super.getCurrentTime() + AHEAD.toSeconds();
                    }
                }));
    }

    @ParameterizedTest
    @MethodSource("cosIds")
    void idsOfCosIdAreBelowAllIdsOfAFleetThatBeginsAfterTheLargest(Layout layout, IdGenerator generator) {
        persist(application(CosIdOrder.class), () -> filledIn(generator));
        long largest = largestOf(ids(Long.class));
        assertThat(layout.workerIdOf(largest)).isEqualTo(7);

        try (LeasedIds ids = join(after(largest, layout))) {
            assertThat(newIds(Order.class, Order::new, ids)).allMatch(id -> id > largest);
        }
    }

    static Stream<Arguments> cosIdsForJavaScript() {
        return Stream.of(
                Arguments.of(
                        "cosid", COSID_EPOCH, SafeJavaScriptSnowflakeId.ofMillisecond(COSID_EPOCH, 41, 3, 9, 7, 0)),
                // It takes the epoch in seconds for one in milliseconds.
                Arguments.of("1577203200", COSID_EPOCH_SECOND, SafeJavaScriptSnowflakeId.ofMillisecond(7)));
    }

    @ParameterizedTest
    @MethodSource("cosIdsForJavaScript")
    void idsOfCosIdForJavaScriptAreBelowAllOfAFleetForJavaScriptThatBeginsAfterTheLargest(
            String epoch, long epochMillis, IdGenerator generator) {
        MillisecondSnowflakeId ahead = new MillisecondSnowflakeId(epochMillis, 41, 3, 9, 7) {
            @Override
            protected long getCurrentTime() {
                return super.getCurrentTime() + AHEAD.toMillis();
            }
        };
        persist(application(CosIdOrder.class), () -> filledIn(ahead));
        long largest = largestOf(ids(Long.class));
        Layout layout = layout("js53", epoch);
        assertThat(layout("41/3/9", epoch).workerIdOf(largest)).isEqualTo(7);
        // It is one of those that applications have.
        assertThat(layout.decompose(generator.generate()).time())
                .isCloseTo(Instant.now(), within(1, ChronoUnit.MINUTES));

        try (LeasedIds ids = join(after(largest, layout))) {
            assertThat(newIds(Order.class, Order::new, ids))
                    .allMatch(id -> id > largest && SafeJavaScriptSnowflakeId.isSafeJavaScript(id));
        }
    }

    static Stream<IdGenerator> anyCosIdsForJavaScript() {
        return Stream.of(SafeJavaScriptSnowflakeId.ofMillisecond(7), SafeJavaScriptSnowflakeId.ofSecond(7));
    }

    @ParameterizedTest
    @MethodSource("anyCosIdsForJavaScript")
    void idsOfCosIdForJavaScriptAreBelowAllIdsOf63Bits(IdGenerator generator) {
        persist(application(CosIdOrder.class), () -> filledIn(generator));
        assertThat(ids(Long.class)).allMatch(SafeJavaScriptSnowflakeId::isSafeJavaScript);
        long largest = largestOf(ids(Long.class));

        try (LeasedIds ids = join(options(Layout.DEFAULT))) {
            assertThat(newIds(Order.class, Order::new, ids)).allMatch(id -> id > largest);
        }
    }

    @Test
    void base62OfCosIdIsThatOfTheFleet() {
        assertThat(LongStream.of(0, 61, 914_187_564_343_107_584L, Long.MAX_VALUE))
                .allMatch(id -> Radix62IdConverter.PAD_START.asString(id).equals(IdFormat.BASE62.format(id)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"pooled", "pooled-lo", "pooled-lotl"})
    void idsOfASequenceAreBelowAllNumbersOfASequenceThatWasImported(String optimizer) throws Exception {
        SessionFactory early = counting(optimizer);
        SessionFactory late = counting(optimizer);
        persist(early, CountedOrder::new);
        persist(late, CountedOrder::new);
        try (LeasedIds ids = join(options(Layout.DEFAULT))) {
            create("orders", lastValue(late) + 50 + 50_000 + 1);
            // Instances that have not gone over use up the margin.
            persist(early, CountedOrder::new);
            persist(late, CountedOrder::new);
            long largest = largestOf(ids(Long.class));

            assertThat(newIds(SequencedOrder.class, SequencedOrder::new, ids)).allMatch(id -> id > largest);
        }
    }

    @Test
    void idsOfASequenceAreBelowAllIdsOfAFleet() {
        persist(counting("pooled"), CountedOrder::new);
        long largest = largestOf(ids(Long.class));

        try (LeasedIds ids = join(options(Layout.DEFAULT))) {
            assertThat(newIds(Order.class, Order::new, ids)).allMatch(id -> id > largest && id > Integer.MAX_VALUE);
        }
    }

    private static Layout layout(String widths, String epoch) {
        return Layout.parse(widths, EpochFormat.parse(epoch).orElseThrow());
    }

    /** The options of a fleet whose first id is of the tick after that of an id. */
    private static LeasedIdsOptions.Builder after(long largest, Layout layout) {
        int shift = layout.workerBits() + layout.sequenceBits();
        return options(layout)
                .notBefore(layout.decompose(((largest >> shift) + 1) << shift).time());
    }

    private static LeasedIdsOptions.Builder options(Layout layout) {
        return LeasedIdsOptions.builder("orders").layout(layout).joinWait(Patience.LIMIT);
    }

    private LeasedIds join(LeasedIdsOptions.Builder options) {
        return LeasedIds.join(zooKeeper, options.build());
    }

    private void create(String sequence, long first) throws Exception {
        try (Sequences operator = FleetSequences.of(
                new ZooKeeperCoordinator(),
                SequenceSettings.of(zooKeeper, "operator", Duration.ofSeconds(10))
                        .withTimeout(Duration.ofMinutes(1)))) {
            operator.start();
            operator.create(new SequenceDefinition(
                            sequence,
                            SequenceMode.BLOCK,
                            List.of(new NumberRange(first, Long.MAX_VALUE)),
                            SequenceOptions.DEFAULT))
                    .toCompletableFuture()
                    .get();
        }
    }

    private SessionFactory application(Class<?> entity) {
        return application(configuration(entity));
    }

    private SessionFactory application(Class<?> entity, LeasedIds ids) {
        Configuration configuration = configuration(entity);
        configuration.getProperties().put(HibernateIdGenerator.IDS, (Supplier<Ids>) () -> ids);
        configuration.getProperties().put(HibernateIdGenerator.SEQUENCES, (Supplier<NumberSequences>)
                () -> ids::sequence);
        return application(configuration);
    }

    private SessionFactory counting(String optimizer) {
        return application(
                configuration(CountedOrder.class).setProperty("hibernate.id.optimizer.pooled.preferred", optimizer));
    }

    private Configuration configuration(Class<?> entity) {
        return new Configuration()
                .addAnnotatedClass(entity)
                .setProperty("hibernate.connection.url", database)
                .setProperty("hibernate.hbm2ddl.auto", "update");
    }

    private SessionFactory application(Configuration configuration) {
        SessionFactory application = configuration.buildSessionFactory();
        applications.add(application);
        return application;
    }

    private static void persist(SessionFactory application, Supplier<?> row) {
        application.inTransaction(session -> {
            for (int i = 0; i < ROWS; i++) {
                session.persist(row.get());
            }
        });
    }

    private static CosIdOrder filledIn(IdGenerator generator) {
        DefaultIdGeneratorProvider.INSTANCE.setShare(generator);
        CosIdAccessorRegistry registry =
                new DefaultAccessorRegistry(new DefaultAccessorParser(AnnotationDefinitionParser.INSTANCE));
        CosIdOrder order = new CosIdOrder();
        registry.ensureId(order);
        return order;
    }

    private void insert(LongSupplier old, int rows) {
        applications.get(0).inTransaction(session -> {
            for (int i = 0; i < rows; i++) {
                session.createNativeMutationQuery("insert into orders (id) values (?1)")
                        .setParameter(1, old.getAsLong())
                        .executeUpdate();
            }
        });
    }

    /** Persists rows in an application that has gone over, and returns their ids. */
    private List<Long> newIds(Class<?> entity, Supplier<?> row, LeasedIds ids) {
        List<Long> old = ids(Long.class);
        persist(application(entity, ids), row);
        Set<Long> all = new HashSet<>(ids(Long.class));
        old.forEach(all::remove);
        assertThat(all).hasSize(ROWS);
        return List.copyOf(all);
    }

    private <T> List<T> ids(Class<T> type) {
        return applications
                .get(0)
                .fromSession(session ->
                        session.createNativeQuery("select id from orders", type).list());
    }

    /** PostgreSQL's term: the last result of {@code nextval}. */
    private static long lastValue(SessionFactory application) {
        return application.fromSession(session -> session.createNativeQuery(
                        "select base_value - increment from information_schema.sequences"
                                + " where sequence_name = 'ORDERS_SEQ'",
                        Long.class)
                .getSingleResult());
    }

    private static long largestOf(List<Long> ids) {
        return ids.stream().mapToLong(id -> id).max().orElseThrow();
    }
}
