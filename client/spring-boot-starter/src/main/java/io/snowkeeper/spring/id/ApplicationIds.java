package io.snowkeeper.spring.id;

import io.snowkeeper.core.api.Ids;
import java.util.function.Supplier;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.util.function.SingletonSupplier;

/**
 * The application's source of ids, looked up when the first id is needed, and once: to look a bean up takes longer than an embedded
 * member takes for an id. Thread-safe.
 */
final class ApplicationIds {

    private ApplicationIds() {}

    static Supplier<Ids> of(ObjectProvider<Ids> ids) {
        return SingletonSupplier.of(ids::getObject)::obtain;
    }
}
