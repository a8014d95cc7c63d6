package io.snowkeeper.springtest.aot;

import io.snowkeeper.spring.id.SnowkeeperId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** An entity with one of our ids. */
@Entity
class Note {

    @Id
    @SnowkeeperId
    private Long id;

    Long id() {
        return id;
    }
}
