package io.snowkeeper.springtest.jpa;

import io.snowkeeper.spring.id.SnowkeeperId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** An entity whose id is a number of a sequence, as it was before, with another one that is shown. */
@Entity
class Ticket {

    @Id
    @SnowkeeperId(sequence = "ticket_id_seq", allocationSize = 50)
    private Integer id;

    @SnowkeeperId
    private String shown;

    Integer id() {
        return id;
    }

    String shown() {
        return shown;
    }
}
