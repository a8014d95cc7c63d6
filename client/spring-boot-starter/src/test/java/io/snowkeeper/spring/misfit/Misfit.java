package io.snowkeeper.spring.misfit;

import io.snowkeeper.spring.id.SnowkeeperId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** An entity whose id is too small for one of ours. In a package of its own, which other tests do not scan. */
@Entity
public class Misfit {

    @Id
    @SnowkeeperId
    private Integer id;

    /** For Hibernate. */
    protected Misfit() {}
}
