package io.snowkeeper.spring.keyed;

import io.snowkeeper.spring.id.SnowkeeperId;
import jakarta.persistence.Id;
import jakarta.persistence.MappedSuperclass;
import org.jspecify.annotations.Nullable;

/** A superclass of entities, which declare the types of their ids. */
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
