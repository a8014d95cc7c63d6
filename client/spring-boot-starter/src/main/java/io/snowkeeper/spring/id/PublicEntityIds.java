package io.snowkeeper.spring.id;

import io.snowkeeper.core.api.Ids;
import io.snowkeeper.core.text.PublicIds;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The public ids that a property gets. Their keys are looked up once, when all beans are there. Thread-safe. */
final class PublicEntityIds implements EntityIds {

    private final String prefix;
    private final String property;
    private final Supplier<Ids> ids;
    private final Supplier<PublicIds> keys;
    private volatile @Nullable PublicIds prefixed;

    /**
     * Makes the ids of a property.
     *
     * @throws IllegalArgumentException if the prefix is none
     */
    PublicEntityIds(String prefix, String property, Supplier<Ids> ids, Supplier<PublicIds> keys) {
        PublicIds.NONE.withPrefix(prefix);
        this.prefix = prefix;
        this.property = property;
        this.ids = ids;
        this.keys = keys;
    }

    @Override
    public void requireUsable() {
        prefixed();
    }

    @Override
    public Object next() {
        return prefixed().format(ids.get().next());
    }

    private PublicIds prefixed() {
        PublicIds known = prefixed;
        if (known == null) {
            known = keys.get().withPrefix(prefix);
            if (known.isEmpty()) {
                throw new IllegalStateException(
                        "snowkeeper.public-id-keys must be set for @SnowkeeperId(form = PUBLIC): " + property);
            }
            prefixed = known;
        }
        return known;
    }
}
