package io.snowkeeper.spring.keyed;

import io.snowkeeper.spring.id.SnowkeeperId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import org.jspecify.annotations.Nullable;

/** An entity with two parts of an id, of which one is generated. */
@Entity
@IdClass(SeatKey.class)
public class Seat {

    @Id
    @SnowkeeperId
    private @Nullable Long id;

    @Id
    private String tenant = "";

    Seat() {}

    public Seat(String tenant) {
        this.tenant = tenant;
    }

    public SeatKey key() {
        return new SeatKey(id, tenant);
    }
}
