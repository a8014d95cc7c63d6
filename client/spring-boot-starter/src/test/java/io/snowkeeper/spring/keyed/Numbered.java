package io.snowkeeper.spring.keyed;

import io.snowkeeper.spring.id.SnowkeeperId;
import jakarta.persistence.Id;
import jakarta.persistence.MappedSuperclass;
import org.jspecify.annotations.Nullable;

/** What entities inherit, of which each says what its id is. */
@MappedSuperclass
public abstract class Numbered<T> {

    @Id
    @SnowkeeperId
    private @Nullable T id;

    @Nullable
    public T id() {
        return id;
    }
}
