package io.snowkeeper.spring.keyed;

import io.snowkeeper.spring.id.SnowkeeperId;
import jakarta.persistence.Embeddable;
import java.io.Serializable;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An id of two parts, of which one is generated. */
@Embeddable
public class SeatKey implements Serializable {

    private static final long serialVersionUID = 1L;

    @SnowkeeperId
    private @Nullable Long id;

    private String tenant = "";

    SeatKey() {}

    public SeatKey(@Nullable Long id, String tenant) {
        this.id = id;
        this.tenant = tenant;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof SeatKey key && Objects.equals(key.id, id) && key.tenant.equals(tenant);
    }

    @Override
    public int hashCode() {
        return Objects.hash(id, tenant);
    }
}
