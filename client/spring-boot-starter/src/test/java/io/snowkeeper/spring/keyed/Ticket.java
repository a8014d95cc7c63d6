package io.snowkeeper.spring.keyed;

import io.snowkeeper.spring.id.SnowkeeperId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** An entity whose id is a number of a sequence, with ids that are not its own. */
@Entity
public class Ticket {

    @Id
    @SnowkeeperId(sequence = "tickets", allocationSize = 3)
    private @Nullable Integer id;

    @SnowkeeperId
    private @Nullable UUID shown;

    @SnowkeeperId
    private long old;

    public Ticket() {}

    public Ticket(long old) {
        this.old = old;
    }

    public @Nullable Integer id() {
        return id;
    }

    public @Nullable UUID shown() {
        return shown;
    }

    public long old() {
        return old;
    }
}
