package io.snowkeeper.spring.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonRawValue;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.Module;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import io.snowkeeper.core.text.PublicIds;
import io.snowkeeper.spring.id.SnowkeeperId;
import jakarta.persistence.Id;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.jackson.JacksonAutoConfiguration;
import org.springframework.boot.convert.ApplicationConversionService;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.core.MethodParameter;
import org.springframework.core.convert.TypeDescriptor;
import org.springframework.format.support.DefaultFormattingConversionService;
import tools.jackson.databind.JacksonModule;
import tools.jackson.databind.json.JsonMapper;

/** Ids in JSON, by what JavaScript does to numbers. */
class IdsInJsonTest {

    private static final long ID = 384316993592885248L;

    record Line(@SnowkeeperId @Nullable Long id, String text) {}

    record Counted(@SnowkeeperId long id) {}

    record Event(@SnowkeeperId UUID id, String text) {}

    record Basket(
            @IdAsText long first,
            @IdAsText List<Long> lines,
            @IdAsText Set<Long> others,
            @IdAsText Map<String, Long> named,
            @IdAsText Long[] all,
            long size) {}

    record Key(@IdAsText @JsonValue long value) {}

    record Misfit(@IdAsText long[] ids) {}

    record Shown(
            @PublicId("ord") long id,
            @PublicId @Nullable Long other,
            @SnowkeeperId @PublicId("inv") @Nullable Long invoice) {}

    record Unshown(@PublicId String id) {}

    record Chosen(@SnowkeeperId @JsonRawValue long id) {}

    /** An entity as JPA has it: the mark is on a field, and Jackson looks at getters. */
    static class Invoice {

        @Id
        @SnowkeeperId
        private @Nullable Long id;

        private long order;

        public @Nullable Long getId() {
            return id;
        }

        public void setId(@Nullable Long id) {
            this.id = id;
        }

        @IdAsText
        public long getOrder() {
            return order;
        }

        public void setOrder(long order) {
            this.order = order;
        }
    }

    /** A bean whose setter Jackson reads by. */
    static class Receipt {

        @PublicId("ord")
        private long order;

        public long getOrder() {
            return order;
        }

        public void setOrder(long order) {
            this.order = order;
        }
    }

    /** A mapper, as an application has it. */
    enum Jackson {
        TWO {
            @Override
            String write(ApplicationContext application, Object value) throws IOException {
                return application.getBean(ObjectMapper.class).writeValueAsString(value);
            }

            @Override
            <T> T read(ApplicationContext application, String text, Class<T> type) throws IOException {
                return application.getBean(ObjectMapper.class).readValue(text, type);
            }

            @Override
            <T> T readNulls(ApplicationContext application, String text, Class<T> type, boolean refused)
                    throws IOException {
                ObjectReader reader = application.getBean(ObjectMapper.class).readerFor(type);
                return (refused
                                ? reader.with(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                                : reader.without(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES))
                        .readValue(text);
            }
        },
        THREE {
            @Override
            String write(ApplicationContext application, Object value) {
                return mapper(application).writeValueAsString(value);
            }

            @Override
            <T> T read(ApplicationContext application, String text, Class<T> type) {
                return mapper(application).readValue(text, type);
            }

            @Override
            <T> T readNulls(ApplicationContext application, String text, Class<T> type, boolean refused) {
                var reader = mapper(application).readerFor(type);
                var feature = tools.jackson.databind.DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES;
                return (refused ? reader.with(feature) : reader.without(feature)).readValue(text);
            }

            private JsonMapper mapper(ApplicationContext application) {
                return JsonMapper.builder()
                        .addModule(application.getBean(JacksonModule.class))
                        .build();
            }
        };

        abstract String write(ApplicationContext application, Object value) throws IOException;

        abstract <T> T read(ApplicationContext application, String text, Class<T> type) throws IOException;

        /** Reads with null for a primitive refused, or not. */
        abstract <T> T readNulls(ApplicationContext application, String text, Class<T> type, boolean refused)
                throws IOException;
    }

    private static final PublicIds KEYS = PublicIds.ofKeys("a base58 2b7e151628aed2a6abf7158809cf4f3c");

    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(JsonAutoConfiguration.class, JacksonAutoConfiguration.class));

    private interface Work {
        void with(ApplicationContext application) throws Exception;
    }

    private static void run(ApplicationContextRunner application, Work work) {
        application.run(context -> work.with(context.getSourceApplicationContext()));
    }

    @ParameterizedTest
    @EnumSource
    void anEntitysIdIsAText(Jackson jackson) {
        run(application, context -> {
            assertThat(jackson.write(context, new Line(ID, "a")))
                    .isEqualTo("{\"id\":\"384316993592885248\",\"text\":\"a\"}");
            assertThat(jackson.write(context, new Line(null, "a"))).isEqualTo("{\"id\":null,\"text\":\"a\"}");
            assertThat(jackson.write(context, new Counted(ID))).isEqualTo("{\"id\":\"384316993592885248\"}");
            Invoice invoice = new Invoice();
            invoice.setId(ID);
            invoice.setOrder(ID + 1);
            assertThat(jackson.write(context, invoice))
                    .contains("\"id\":\"384316993592885248\"", "\"order\":\"384316993592885249\"");
        });
    }

    @ParameterizedTest
    @EnumSource
    void textsAndNumbersAreBothRead(Jackson jackson) {
        run(application, context -> {
            assertThat(jackson.read(context, "{\"id\":\"384316993592885248\",\"text\":\"a\"}", Line.class))
                    .isEqualTo(new Line(ID, "a"));
            assertThat(jackson.read(context, "{\"id\":384316993592885248,\"text\":\"a\"}", Line.class))
                    .isEqualTo(new Line(ID, "a"));
            assertThat(jackson.read(context, "{\"text\":\"a\"}", Line.class)).isEqualTo(new Line(null, "a"));
            assertThat(jackson.read(context, "{\"id\":\"384316993592885248\"}", Invoice.class)
                            .getId())
                    .isEqualTo(ID);
        });
    }

    @Test
    void anApplicationThatTakesNoTextForANumberReadsNumbersAlone() {
        run(application.withPropertyValues("spring.jackson.mapper.allow-coercion-of-scalars=false"), context -> {
            assertThat(Jackson.TWO.read(context, "{\"id\":384316993592885248}", Counted.class))
                    .isEqualTo(new Counted(ID));
            assertThatThrownBy(() -> Jackson.TWO.read(context, "{\"id\":\"384316993592885248\"}", Counted.class))
                    .hasMessageContaining("Cannot coerce");
        });
    }

    @ParameterizedTest
    @EnumSource
    void anIdOfAnotherTypeStaysAsItIs(Jackson jackson) {
        run(
                application,
                context -> assertThat(jackson.write(context, new Event(new UUID(1, 2), "a")))
                        .isEqualTo("{\"id\":\"00000000-0000-0001-0000-000000000002\",\"text\":\"a\"}"));
    }

    @ParameterizedTest
    @EnumSource
    void whatAnIdRefersToIsATextByItsOwnMark(Jackson jackson) {
        Basket basket = new Basket(ID, List.of(ID), Set.of(ID), Map.of("x", ID), new Long[] {ID}, 1);
        String text = "{\"first\":\"384316993592885248\",\"lines\":[\"384316993592885248\"],"
                + "\"others\":[\"384316993592885248\"],\"named\":{\"x\":\"384316993592885248\"},"
                + "\"all\":[\"384316993592885248\"],\"size\":1}";
        run(application, context -> {
            assertThat(jackson.write(context, basket)).isEqualTo(text);
            assertThat(jackson.read(context, text, Basket.class).lines()).containsExactly(ID);
            assertThat(jackson.write(context, new Key(ID))).isEqualTo("\"384316993592885248\"");
        });
    }

    @ParameterizedTest
    @EnumSource
    void theSettingIsOfEntitiesAlone(Jackson jackson) {
        run(application.withPropertyValues("snowkeeper.json.ids-as-text=false"), context -> {
            assertThat(jackson.write(context, new Counted(ID))).isEqualTo("{\"id\":384316993592885248}");
            assertThat(jackson.write(context, new Key(ID))).isEqualTo("\"384316993592885248\"");
        });
    }

    @ParameterizedTest
    @EnumSource
    void whatJacksonIsToldOfAPropertyGoesBefore(Jackson jackson) {
        run(
                application,
                context -> assertThat(jackson.write(context, new Chosen(ID))).isEqualTo("{\"id\":384316993592885248}"));
    }

    @ParameterizedTest
    @EnumSource
    void aMarkThatCannotBeHeededIsRefused(Jackson jackson) {
        run(
                application,
                context -> assertThatThrownBy(() -> jackson.write(context, new Misfit(new long[] {ID})))
                        .hasMessageContaining(
                                "a property with @IdAsText must be a long, Long, or a collection, an array or a map of Long")
                        .hasMessageContaining("Misfit#ids")
                        .hasMessageContaining("is a long[]"));
    }

    @Test
    void eachModuleIsThereWithItsJackson() {
        without(
                Module.class,
                context -> assertThat(context.getBeanNamesForType(JacksonModule.class))
                        .hasSize(1));
        without(
                JacksonModule.class,
                context -> assertThat(context.getBeanNamesForType(Module.class)).contains("snowkeeperJackson2Module"));
    }

    private static void without(Class<?> missing, Consumer<ApplicationContext> seen) {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(JsonAutoConfiguration.class))
                .withClassLoader(new FilteredClassLoader(missing))
                .run(seen::accept);
    }

    @ParameterizedTest
    @EnumSource
    void publicIdsAreTextsOutsideAndNumbersInside(Jackson jackson) {
        application.withBean(PublicIds.class, () -> KEYS).run(context -> {
            Shown shown = new Shown(ID, null, 7L);

            String json = jackson.write(context, shown);

            assertThat(json)
                    .isEqualTo("{\"id\":\"%s\",\"other\":null,\"invoice\":\"%s\"}"
                            .formatted(
                                    KEYS.withPrefix("ord").format(ID),
                                    KEYS.withPrefix("inv").format(7)));
            assertThat(jackson.read(context, json, Shown.class)).isEqualTo(shown);
        });
    }

    @ParameterizedTest
    @EnumSource
    void aPublicIdIsReadByASetter(Jackson jackson) {
        application.withBean(PublicIds.class, () -> KEYS).run(context -> {
            Receipt receipt = new Receipt();
            receipt.setOrder(ID);

            String json = jackson.write(context, receipt);

            assertThat(json)
                    .isEqualTo("{\"order\":\"%s\"}"
                            .formatted(KEYS.withPrefix("ord").format(ID)));
            assertThat(jackson.read(context, json, Receipt.class).getOrder()).isEqualTo(ID);
        });
    }

    @ParameterizedTest
    @EnumSource
    void aPrimitivePublicIdThatIsNullIsZeroAsJacksonHasIt(Jackson jackson) {
        application.withBean(PublicIds.class, () -> KEYS).run(context -> {
            Shown nothing = new Shown(0, null, null);
            assertThat(jackson.readNulls(context, "{}", Shown.class, false)).isEqualTo(nothing);
            assertThat(jackson.readNulls(context, "{\"id\":null}", Shown.class, false))
                    .isEqualTo(nothing);
            assertThat(jackson.readNulls(context, "{\"order\":null}", Receipt.class, false)
                            .getOrder())
                    .isZero();
        });
    }

    @ParameterizedTest
    @EnumSource
    void aPrimitivePublicIdThatIsNullIsRefusedWhereJacksonDoesSo(Jackson jackson) {
        application
                .withBean(PublicIds.class, () -> KEYS)
                .run(context -> assertThatThrownBy(() -> jackson.readNulls(context, "{\"id\":null}", Shown.class, true))
                        .hasMessageContaining("Cannot map `null` into type"));
    }

    @ParameterizedTest
    @EnumSource
    void aPublicIdOfAnotherTypeIsRefused(Jackson jackson) {
        application.withBean(PublicIds.class, () -> KEYS).run(context -> {
            String invoice = KEYS.withPrefix("inv").format(7);
            assertThatThrownBy(() -> jackson.read(context, "{\"id\":\"%s\"}".formatted(invoice), Shown.class))
                    .hasMessageContaining("id must have the prefix ord_: id=" + invoice);
        });
    }

    @ParameterizedTest
    @EnumSource
    void aPublicIdThatIsNoNumberOrHasNoKeyIsRefused(Jackson jackson) {
        application
                .withBean(PublicIds.class, () -> KEYS)
                .run(context -> assertThatThrownBy(() -> jackson.write(context, new Unshown("a")))
                        .hasMessageContaining("a property with @PublicId must be a long or Long"));
        application.run(context -> assertThatThrownBy(() -> jackson.write(context, new Shown(ID, null, null)))
                .hasMessageContaining("snowkeeper.public-id-keys must be set for @PublicId"));
    }

    @ParameterizedTest
    @EnumSource
    void severalKeysWithoutAPrimaryOneAreAsNone(Jackson jackson) {
        ApplicationContextRunner several = application.withBean("orders", PublicIds.class, () -> KEYS);
        several.withBean("invoices", PublicIds.class, () -> KEYS).run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(jackson.write(context, new Counted(7))).isEqualTo("{\"id\":\"7\"}");
            assertThatThrownBy(() -> jackson.write(context, new Shown(ID, null, null)))
                    .hasMessageContaining("or one of several PublicIds beans must be @Primary");
        });
        several.withBean("invoices", PublicIds.class, () -> KEYS, bean -> bean.setPrimary(true))
                .run(context -> assertThat(jackson.write(context, new Shown(ID, null, null)))
                        .contains(KEYS.withPrefix("ord").format(ID)));
    }

    @Test
    void aPublicIdIsReadInAControllersParameter() throws Exception {
        class Controller {
            @SuppressWarnings("unused")
            void show(@PublicId("ord") long id, long other) {}
        }
        var method = Controller.class.getDeclaredMethod("show", long.class, long.class);
        application.withBean(PublicIds.class, () -> KEYS).run(context -> {
            DefaultFormattingConversionService conversion = new DefaultFormattingConversionService();
            ApplicationConversionService.addBeans(conversion, context);
            String text = KEYS.withPrefix("ord").format(ID);

            TypeDescriptor from = TypeDescriptor.valueOf(String.class);
            assertThat(conversion.convert(text, from, new TypeDescriptor(new MethodParameter(method, 0))))
                    .isEqualTo(ID);
            assertThat(conversion.convert("7", from, new TypeDescriptor(new MethodParameter(method, 1))))
                    .isEqualTo(7L);
        });
    }
}
