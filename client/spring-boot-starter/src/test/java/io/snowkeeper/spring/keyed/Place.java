package io.snowkeeper.spring.keyed;

import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;

/** An entity with an embedded id, of which one part is generated. */
@Entity
public class Place {

    @EmbeddedId
    private SeatKey key = new SeatKey();

    Place() {}

    public Place(String tenant) {
        key = new SeatKey(null, tenant);
    }

    public SeatKey key() {
        return key;
    }
}
