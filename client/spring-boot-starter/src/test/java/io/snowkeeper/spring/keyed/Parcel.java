package io.snowkeeper.spring.keyed;

import io.snowkeeper.spring.id.IdForm;
import io.snowkeeper.spring.id.SnowkeeperId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import org.jspecify.annotations.Nullable;

/** An entity with ids of several forms. */
@Entity
public class Parcel {

    @Id
    @SnowkeeperId(form = IdForm.REVERSED)
    private @Nullable Long id;

    @SnowkeeperId(form = IdForm.PUBLIC, prefix = "parcel")
    private @Nullable String shown;

    @SnowkeeperId(form = IdForm.TYPE_ID, prefix = "parcel")
    private @Nullable String typed;

    public @Nullable Long id() {
        return id;
    }

    public @Nullable String shown() {
        return shown;
    }

    public @Nullable String typed() {
        return typed;
    }
}
