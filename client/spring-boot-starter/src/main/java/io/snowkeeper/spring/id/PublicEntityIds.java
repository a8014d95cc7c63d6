package io.snowkeeper.spring.id;

import io.snowkeeper.core.api.Ids;
import io.snowkeeper.core.text.PublicIds;
import io.snowkeeper.core.text.TypePrefix;
import java.util.function.Supplier;
import org.springframework.util.function.SingletonSupplier;

/** The public ids that a property gets. Their keys are looked up once, when all beans are there. Thread-safe. */
final class PublicEntityIds implements EntityIds {

    private final Supplier<Ids> ids;
    private final SingletonSupplier<PublicIds> publicIds;

    /**
     * Makes the ids of a property.
     *
     * @throws IllegalArgumentException if the prefix is none
     */
    PublicEntityIds(String prefix, String property, Supplier<Ids> ids, Supplier<PublicIds> keys) {
        String name = new TypePrefix(prefix).name();
        this.ids = ids;
        publicIds = SingletonSupplier.of(() -> requireKeys(keys.get(), property).withPrefix(name));
    }

    private static PublicIds requireKeys(PublicIds keys, String property) {
        if (keys.isEmpty()) {
            throw new IllegalStateException(
                    "snowkeeper.public-id-keys must be set for @SnowkeeperId(form = PUBLIC): " + property);
        }
        return keys;
    }

    @Override
    public void requireUsable() {
        publicIds.obtain();
    }

    @Override
    public Object next() {
        return publicIds.obtain().format(ids.get().next());
    }
}
