package io.snowkeeper.spring.id;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowkeeper.core.api.Ids;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sortable.SortableId;
import io.snowkeeper.core.sortable.SortableUnit;
import io.snowkeeper.spring.NumberSequences;
import io.snowkeeper.spring.PublicIdsAutoConfiguration;
import io.snowkeeper.spring.SnowkeeperAutoConfiguration;
import io.snowkeeper.test.FakeIds;
import io.snowkeeper.test.FakeNumberSequence;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.BeanUtils;
import org.springframework.boot.autoconfigure.AutoConfigurationPackage;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.data.jdbc.JdbcRepositoriesAutoConfiguration;
import org.springframework.boot.autoconfigure.data.r2dbc.R2dbcDataAutoConfiguration;
import org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration;
import org.springframework.boot.autoconfigure.jdbc.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.autoconfigure.jdbc.JdbcTemplateAutoConfiguration;
import org.springframework.boot.autoconfigure.r2dbc.R2dbcAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.data.annotation.Id;
import org.springframework.data.jdbc.core.JdbcAggregateTemplate;
import org.springframework.data.jdbc.core.mapping.JdbcMappingContext;
import org.springframework.data.r2dbc.core.R2dbcEntityTemplate;
import org.springframework.data.r2dbc.mapping.R2dbcMappingContext;
import org.springframework.data.relational.core.mapping.RelationalMappingContext;
import org.springframework.data.relational.core.sql.SqlIdentifier;
import org.springframework.jdbc.core.JdbcTemplate;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.NonBlocking;
import reactor.core.scheduler.Schedulers;

class SpringDataIdsTest {

    record Line(@Id @SnowkeeperId @Nullable Long id, String text) {}

    record Code(@Id @SnowkeeperId @Nullable String id, String text) {}

    record Event(@Id @SnowkeeperId @Nullable UUID id, String text) {}

    record Counted(@Id @SnowkeeperId long id, String text) {}

    record Dated(@Id @SnowkeeperId @Nullable Instant id, String text) {}

    record Ticket(
            @Id @SnowkeeperId(sequence = "tickets") @Nullable
            Integer id,

            @SnowkeeperId @Nullable Long shown) {}

    record Shown(
            @Id @SnowkeeperId(form = IdForm.PUBLIC) @Nullable
            String id,

            String text) {}

    record Plain(@Id @Nullable Long id, String text) {}

    private static final String TABLES = "create table line (id bigint primary key, text varchar(20));"
            + "create table code (id varchar(20) primary key, text varchar(20));"
            + "create table event (id uuid primary key, text varchar(20));"
            + "create table counted (id bigint primary key, text varchar(20));"
            + "create table ticket (id int primary key, shown bigint);"
            + "create table plain (id bigint generated always as identity, text varchar(20));";

    private final FakeIds ids = new FakeIds(100);
    private final NumberSequences sequences =
            name -> new FakeNumberSequence(name, SequenceMode.BLOCK, new NumberRange(7, 1000));

    @AutoConfigurationPackage
    static class Application {}

    private final ApplicationContextRunner jdbc = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    SnowkeeperAutoConfiguration.class,
                    JdbcIdsAutoConfiguration.class,
                    DataSourceAutoConfiguration.class,
                    DataSourceTransactionManagerAutoConfiguration.class,
                    JdbcTemplateAutoConfiguration.class,
                    JdbcRepositoriesAutoConfiguration.class))
            .withUserConfiguration(Application.class)
            .withBean(FakeIds.class, () -> ids)
            .withBean(NumberSequences.class, () -> sequences)
            .withPropertyValues("spring.datasource.generate-unique-name=true");

    private final ApplicationContextRunner r2dbc = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    SnowkeeperAutoConfiguration.class,
                    R2dbcIdsAutoConfiguration.class,
                    R2dbcAutoConfiguration.class,
                    R2dbcDataAutoConfiguration.class))
            .withBean(FakeIds.class, () -> ids)
            .withBean(NumberSequences.class, () -> sequences)
            .withPropertyValues("spring.r2dbc.generate-unique-name=true");

    @Test
    void aggregatesOfJdbcGetIdsBeforeTheyAreInserted() {
        jdbc.run(context -> {
            context.getBean(JdbcTemplate.class).execute(TABLES);
            JdbcAggregateTemplate aggregates = context.getBean(JdbcAggregateTemplate.class);

            Line line = aggregates.save(new Line(null, "a"));
            assertThat(line.id()).isEqualTo(100);
            assertThat(aggregates.findById(100L, Line.class)).isEqualTo(line);
            assertThat(aggregates.save(new Code(null, "b")).id()).isEqualTo("0000000000035");
            assertThat(aggregates.save(new Event(null, "c")).id()).isEqualTo(new UUID(0x7000, Long.MIN_VALUE | 102));
            assertThat(aggregates.save(new Counted(0, "d")).id()).isEqualTo(103);
        });
    }

    @Test
    void anIdMayBeANumberOfASequenceAndOtherPropertiesAreFilledInToo() {
        jdbc.run(context -> {
            context.getBean(JdbcTemplate.class).execute(TABLES);
            JdbcAggregateTemplate aggregates = context.getBean(JdbcAggregateTemplate.class);

            assertThat(aggregates.save(new Ticket(null, null))).isEqualTo(new Ticket(7, 100L));
            assertThat(aggregates.insert(new Ticket(8, 5L))).isEqualTo(new Ticket(8, 5L));
        });
        r2dbc.run(context -> {
            R2dbcEntityTemplate entities = context.getBean(R2dbcEntityTemplate.class);
            entities.getDatabaseClient().sql(TABLES).then().block();

            assertThat(entities.insert(new Ticket(null, 3L)).block()).isEqualTo(new Ticket(7, 3L));
            assertThat(entities.insert(new Ticket(8, null)).block()).isEqualTo(new Ticket(8, 101L));
        });
    }

    @Test
    void anIdThatIsSetIsAnUpdate() {
        jdbc.run(context -> {
            context.getBean(JdbcTemplate.class).execute(TABLES);
            JdbcAggregateTemplate aggregates = context.getBean(JdbcAggregateTemplate.class);

            Line line = aggregates.save(new Line(null, "a"));
            assertThat(aggregates.save(new Line(line.id(), "b")).id()).isEqualTo(line.id());
            assertThat(aggregates.findAll(Line.class)).containsExactly(new Line(100L, "b"));
            assertThat(aggregates.insert(new Line(7L, "c")).id()).isEqualTo(7);
            assertThat(ids.next()).isEqualTo(101);
        });
    }

    @Test
    void entitiesWithoutTheMarkAreLeftAlone() {
        jdbc.run(context -> {
            context.getBean(JdbcTemplate.class).execute(TABLES);
            assertThat(context.getBean(JdbcAggregateTemplate.class)
                            .save(new Plain(null, "a"))
                            .id())
                    .isEqualTo(1);
            assertThat(ids.next()).isEqualTo(100);
        });
    }

    @ParameterizedTest
    @ValueSource(classes = {JdbcMappingContext.class, R2dbcMappingContext.class})
    void aTypeThatIsNoIdIsRefusedAtTheStart(Class<? extends RelationalMappingContext> type) {
        startedWith(type, Dated.class)
                .run(context -> assertThat(context.getStartupFailure())
                        .hasMessage(
                                "a property with @SnowkeeperId must be a long, Long, String or UUID: %s.id is a java.time.Instant"
                                        .formatted(Dated.class.getName())));
    }

    @ParameterizedTest
    @ValueSource(classes = {JdbcMappingContext.class, R2dbcMappingContext.class})
    void aPublicIdWithoutKeysIsRefusedAtTheStart(Class<? extends RelationalMappingContext> type) {
        startedWith(type, Shown.class)
                .run(context -> assertThat(context.getStartupFailure())
                        .hasMessage("snowkeeper.public-id-keys must be set for @SnowkeeperId(form = PUBLIC): %s.id"
                                .formatted(Shown.class.getName())));
    }

    private ApplicationContextRunner startedWith(Class<? extends RelationalMappingContext> type, Class<?> entity) {
        RelationalMappingContext entities = BeanUtils.instantiateClass(type);
        entities.setInitialEntitySet(Set.of(entity));
        entities.afterPropertiesSet();
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        PublicIdsAutoConfiguration.class,
                        type == JdbcMappingContext.class
                                ? JdbcIdsAutoConfiguration.class
                                : R2dbcIdsAutoConfiguration.class))
                .withBean(FakeIds.class, () -> ids)
                .withInitializer(context -> context.getBeanFactory().registerSingleton("entities", entities));
    }

    @Test
    void aTypeThatIsNoIdIsRefused() {
        jdbc.run(context -> assertThatThrownBy(
                        () -> context.getBean(JdbcAggregateTemplate.class).save(new Dated(null, "a")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "a property with @SnowkeeperId must be a long, Long, String or UUID: %s.id is a java.time.Instant"
                                .formatted(Dated.class.getName())));
    }

    @Test
    void entitiesOfR2dbcGetIdsBeforeTheyAreInserted() {
        r2dbc.run(context -> {
            R2dbcEntityTemplate entities = context.getBean(R2dbcEntityTemplate.class);
            entities.getDatabaseClient().sql(TABLES).then().block();

            Line line = entities.insert(new Line(null, "a")).block();
            assertThat(line).isEqualTo(new Line(100L, "a"));
            assertThat(entities.select(Line.class).all().collectList().block()).containsExactly(line);
            assertThat(entities.insert(new Counted(0, "b")).block()).isEqualTo(new Counted(101, "b"));
            assertThat(entities.update(new Line(100L, "c")).block()).isEqualTo(new Line(100L, "c"));
            assertThat(ids.next()).isEqualTo(102);
        });
    }

    @Test
    void anIdIsNotWaitedForOnAnEventLoop() {
        r2dbc.run(context -> {
            R2dbcEntityTemplate entities = context.getBean(R2dbcEntityTemplate.class);
            entities.getDatabaseClient().sql(TABLES).then().block();
            R2dbcIdCallback callback =
                    new R2dbcIdCallback(new MissingIds(context.getBeanProvider(R2dbcMappingContext.class), refusing()));

            Object entity = Mono.defer(() ->
                            Mono.from(callback.onBeforeConvert(new Line(null, "a"), SqlIdentifier.quoted("line"))))
                    .subscribeOn(Schedulers.parallel())
                    .block();

            assertThat(entity).isEqualTo(new Line(1L, "a"));
        });
    }

    private static IdSources refusing() {
        return new IdSources() {
            @Override
            public <T> Supplier<T> of(Class<T> type, String property) {
                return () -> type.cast(new RefusingOnEventLoops());
            }
        };
    }

    /** Ids that threads of Reactor which must not block do not get. */
    private static final class RefusingOnEventLoops implements Ids {

        private final FakeIds ids = new FakeIds();

        @Override
        public long next() {
            assertThat(Thread.currentThread()).isNotInstanceOf(NonBlocking.class);
            return ids.next();
        }

        @Override
        public long nextAfter(long after) {
            return ids.nextAfter(after);
        }

        @Override
        public long[] next(int count) {
            return ids.next(count);
        }

        @Override
        public SortableId nextSortable(SortableUnit unit) {
            return ids.nextSortable(unit);
        }

        @Override
        public List<SortableId> nextSortable(SortableUnit unit, int count) {
            return ids.nextSortable(unit, count);
        }

        @Override
        public UUID nextUuid() {
            return ids.nextUuid();
        }

        @Override
        public List<UUID> nextUuids(int count) {
            return ids.nextUuids(count);
        }
    }
}
