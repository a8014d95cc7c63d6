package io.snowkeeper.spring.id;

import java.util.function.Supplier;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.util.function.SingletonSupplier;

/**
 * A bean of the application, looked up when the first id is needed, and once: to look a bean up takes longer than an embedded member
 * takes for an id. Thread-safe.
 */
final class ApplicationBean {

    private ApplicationBean() {}

    static <T> Supplier<T> of(ObjectProvider<T> bean) {
        return SingletonSupplier.of(bean::getObject)::obtain;
    }
}
