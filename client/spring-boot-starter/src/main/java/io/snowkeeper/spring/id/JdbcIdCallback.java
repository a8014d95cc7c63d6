package io.snowkeeper.spring.id;

import io.snowkeeper.core.api.Ids;
import java.util.function.Supplier;
import org.springframework.data.jdbc.core.mapping.JdbcMappingContext;
import org.springframework.data.relational.core.mapping.event.BeforeConvertCallback;
import org.springframework.data.util.Lazy;

/** The callback by which Spring Data JDBC has an aggregate root get its id before it is inserted. */
final class JdbcIdCallback implements BeforeConvertCallback<Object> {

    private final Lazy<MissingIds> missing;
    private final Supplier<Ids> ids;

    JdbcIdCallback(Supplier<JdbcMappingContext> context, Supplier<Ids> ids) {
        this.missing = Lazy.of(() -> new MissingIds(context.get()));
        this.ids = ids;
    }

    @Override
    public Object onBeforeConvert(Object aggregate) {
        return missing.get().lacksId(aggregate) ? missing.get().withId(aggregate, ids.get()) : aggregate;
    }
}
