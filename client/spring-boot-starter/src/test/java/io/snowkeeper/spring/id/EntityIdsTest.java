package io.snowkeeper.spring.id;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.snowkeeper.core.api.Ids;
import io.snowkeeper.core.sortable.UuidV7;
import io.snowkeeper.core.text.BitReversal;
import io.snowkeeper.core.text.PublicIds;
import io.snowkeeper.core.text.TypeId;
import io.snowkeeper.test.FakeIds;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;

class EntityIdsTest {

    private static final PublicIds KEYS = PublicIds.ofKeys("a base58 2b7e151628aed2a6abf7158809cf4f3c");

    private final FakeIds ids = new FakeIds(100);
    private PublicIds keys = KEYS;
    private int lookUps;

    /** Properties, right ones and wrong ones. */
    @SuppressWarnings("unused")
    private static final class Entity {
        @SnowkeeperId(form = IdForm.REVERSED)
        long reversed;

        @SnowkeeperId(form = IdForm.REVERSED)
        @Nullable
        String reversedText;

        @SnowkeeperId(form = IdForm.PUBLIC, prefix = "ord")
        @Nullable
        String shown;

        @SnowkeeperId(form = IdForm.PUBLIC)
        long shownNumber;

        @SnowkeeperId(form = IdForm.TYPE_ID, prefix = "user")
        @Nullable
        String typed;

        @SnowkeeperId(form = IdForm.TYPE_ID, prefix = "User")
        @Nullable
        String wronglyTyped;

        @SnowkeeperId(form = IdForm.TYPE_ID)
        @Nullable
        String untyped;

        @SnowkeeperId(prefix = "ord")
        @Nullable
        String prefixed;

        @SnowkeeperId(sequence = "orders", form = IdForm.REVERSED)
        long formedNumber;

        @SnowkeeperId(sequence = "orders", prefix = "ord")
        long prefixedNumber;

        @SnowkeeperId(allocationSize = 50)
        long allocated;
    }

    private EntityIds of(String field) throws NoSuchFieldException {
        var property = Entity.class.getDeclaredField(field);
        SnowkeeperId mark = property.getAnnotation(SnowkeeperId.class);
        return EntityIds.of(mark, property.getType(), "Entity." + field, new IdSources() {
            @Override
            public <T> Supplier<T> of(Class<T> type, String name) {
                return () -> type.cast(type == Ids.class ? ids : keys());
            }
        });
    }

    private PublicIds keys() {
        lookUps++;
        return keys;
    }

    @Test
    void theKeysOfAPropertyAreLookedUpOnce() throws Exception {
        EntityIds shown = of("shown");
        shown.next();
        shown.next();

        assertThat(lookUps).isEqualTo(1);
    }

    @Test
    void aReversedIdIsTheNextOneReversed() throws Exception {
        assertThat(of("reversed").next()).isEqualTo(BitReversal.of(100));
    }

    @Test
    void aPublicIdIsTheNextOneEncrypted() throws Exception {
        assertThat(of("shown").next()).isEqualTo(KEYS.withPrefix("ord").format(100));
    }

    @Test
    void aTypeIdHasAUuidOfVersion7() throws Exception {
        TypeId id = TypeId.parse((String) of("typed").next());

        assertThat(id.type()).isEqualTo("user");
        assertThat(UuidV7.isOne(id.uuid())).isTrue();
    }

    @Test
    void aPublicIdWithoutKeysIsRefused() throws Exception {
        keys = PublicIds.NONE;

        EntityIds shown = of("shown");

        assertThatIllegalStateException()
                .isThrownBy(shown::next)
                .withMessage("snowkeeper.public-id-keys must be set for @SnowkeeperId(form = PUBLIC): Entity.shown");
    }

    @Test
    void severalBeansWithoutAPrimaryOneAreRefused() {
        DefaultListableBeanFactory beans = new DefaultListableBeanFactory();
        beans.registerSingleton("orders", KEYS);
        beans.registerSingleton("invoices", KEYS);
        Supplier<PublicIds> looked = new ApplicationBeans(beans).of(PublicIds.class, "Entity.shown");

        assertThatIllegalStateException()
                .isThrownBy(looked::get)
                .withMessage(
                        "one of several PublicIds beans must be @Primary for @SnowkeeperId: beans=[orders, invoices], property=Entity.shown");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "reversedText | a property with @SnowkeeperId(form = REVERSED) must be a long or Long: Entity.reversedText is a java.lang.String",
                "shownNumber | a property with @SnowkeeperId(form = PUBLIC) must be a String: Entity.shownNumber is a long",
                "wronglyTyped | prefix must be up to 63 letters a to z, and underscores between them: characters=4, prefix=User",
                "untyped | a property with @SnowkeeperId(form = TYPE_ID) must have a prefix: Entity.untyped",
                "formedNumber | a property with @SnowkeeperId(sequence = \"orders\") must have no form and no prefix: Entity.formedNumber",
                "prefixedNumber | a property with @SnowkeeperId(sequence = \"orders\") must have no form and no prefix: Entity.prefixedNumber",
                "allocated | a property with @SnowkeeperId(allocationSize = 50) must have a sequence: Entity.allocated",
                "prefixed | a property with @SnowkeeperId(prefix = \"ord\") must have form = PUBLIC or TYPE_ID: Entity.prefixed"
            })
    void aMarkThatDoesNotFitIsRefused(String field, String message) {
        assertThatIllegalArgumentException().isThrownBy(() -> of(field)).withMessage(message);
    }
}
