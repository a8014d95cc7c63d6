package io.snowkeeper.spring.id;

import io.snowkeeper.core.api.Ids;
import java.util.function.Supplier;
import org.reactivestreams.Publisher;
import org.springframework.data.r2dbc.mapping.R2dbcMappingContext;
import org.springframework.data.r2dbc.mapping.event.BeforeConvertCallback;
import org.springframework.data.relational.core.sql.SqlIdentifier;
import org.springframework.data.util.Lazy;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * The callback by which Spring Data R2DBC has an entity get its id before it is inserted. Who waits for an id is a thread that may: an event
 * loop is never blocked.
 */
final class R2dbcIdCallback implements BeforeConvertCallback<Object> {

    private final Lazy<MissingIds> missing;
    private final Supplier<Ids> ids;

    R2dbcIdCallback(Supplier<R2dbcMappingContext> context, Supplier<Ids> ids) {
        this.missing = Lazy.of(() -> new MissingIds(context.get()));
        this.ids = ids;
    }

    @Override
    public Publisher<Object> onBeforeConvert(Object entity, SqlIdentifier table) {
        return missing.get().lacksId(entity)
                ? Mono.fromCallable(() -> missing.get().withId(entity, ids.get()))
                        .subscribeOn(Schedulers.boundedElastic())
                : Mono.just(entity);
    }
}
