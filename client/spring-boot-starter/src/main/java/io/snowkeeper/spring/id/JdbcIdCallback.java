package io.snowkeeper.spring.id;

import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.data.relational.core.mapping.event.BeforeConvertCallback;

/** The callback by which Spring Data JDBC has an aggregate root get its ids before it is inserted. */
final class JdbcIdCallback implements BeforeConvertCallback<Object>, SmartInitializingSingleton {

    private final MissingIds missing;

    JdbcIdCallback(MissingIds missing) {
        this.missing = missing;
    }

    @Override
    public void afterSingletonsInstantiated() {
        missing.requireUsableMarks();
    }

    @Override
    public Object onBeforeConvert(Object aggregate) {
        return missing.filledIn(aggregate);
    }
}
