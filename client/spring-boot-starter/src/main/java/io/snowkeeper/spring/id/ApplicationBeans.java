package io.snowkeeper.spring.id;

import java.util.function.Supplier;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.util.function.SingletonSupplier;

/**
 * Beans of the application, each looked up when it is first needed, and once: to look a bean up takes longer than an embedded member
 * takes for an id. Thread-safe.
 */
record ApplicationBeans(BeanFactory beans) implements IdSources {

    @Override
    public <T> Supplier<T> of(Class<T> type, String property) {
        return SingletonSupplier.of(() -> {
            try {
                return beans.getBean(type);
            } catch (NoUniqueBeanDefinitionException e) {
                throw new IllegalStateException(
                        "one of several %s beans must be @Primary for @SnowkeeperId: beans=%s, property=%s"
                                .formatted(type.getSimpleName(), e.getBeanNamesFound(), property),
                        e);
            }
        })::obtain;
    }
}
