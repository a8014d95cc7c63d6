package io.snowkeeper.spring.id;

import org.reactivestreams.Publisher;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.data.r2dbc.mapping.event.BeforeConvertCallback;
import org.springframework.data.relational.core.sql.SqlIdentifier;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * The callback by which Spring Data R2DBC gives an entity its ids before it is inserted. Only threads that may block
 * wait for an id: an event loop is never blocked.
 */
final class R2dbcIdCallback implements BeforeConvertCallback<Object>, SmartInitializingSingleton {

    private final MissingIds missing;

    R2dbcIdCallback(MissingIds missing) {
        this.missing = missing;
    }

    @Override
    public void afterSingletonsInstantiated() {
        missing.requireUsableMarks();
    }

    @Override
    public Publisher<Object> onBeforeConvert(Object entity, SqlIdentifier table) {
        return missing.areIn(entity)
                ? Mono.fromCallable(() -> missing.filledIn(entity)).subscribeOn(Schedulers.boundedElastic())
                : Mono.just(entity);
    }
}
