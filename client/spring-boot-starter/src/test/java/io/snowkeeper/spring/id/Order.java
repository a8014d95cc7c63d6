package io.snowkeeper.spring.id;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import org.jspecify.annotations.Nullable;

/** An entity of JPA with an id of 8 bytes. */
@Entity
@Table(name = "orders")
class Order {

    @Id
    @SnowkeeperId
    private @Nullable Long id;

    private String text = "";

    Order() {}

    Order(String text) {
        this.text = text;
    }

    @Nullable
    Long id() {
        return id;
    }

    String text() {
        return text;
    }

    /** As an application must not. */
    void assign(long value) {
        id = value;
    }
}
