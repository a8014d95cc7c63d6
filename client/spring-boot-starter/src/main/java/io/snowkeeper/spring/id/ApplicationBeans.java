package io.snowkeeper.spring.id;

import java.util.function.Supplier;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.util.function.SingletonSupplier;

/**
 * Beans of the application, each looked up when the first id is needed, and once: to look a bean up takes longer than an embedded member
 * takes for an id. Thread-safe.
 */
record ApplicationBeans(BeanFactory beans) implements IdSources {

    @Override
    public <T> Supplier<T> of(Class<T> type, String property) {
        return SingletonSupplier.of(beans.getBeanProvider(type)::getObject)::obtain;
    }
}
