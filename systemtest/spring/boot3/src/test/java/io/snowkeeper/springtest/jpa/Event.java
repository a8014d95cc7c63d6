package io.snowkeeper.springtest.jpa;

import io.snowkeeper.spring.id.SnowkeeperId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.util.UUID;

/** An entity whose id has 16 bytes. */
@Entity
class Event {

    @Id
    @SnowkeeperId
    private UUID id;

    private String text;

    Event() {}

    Event(String text) {
        this.text = text;
    }

    UUID id() {
        return id;
    }
}
