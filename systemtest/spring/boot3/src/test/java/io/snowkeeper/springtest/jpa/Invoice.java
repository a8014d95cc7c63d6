package io.snowkeeper.springtest.jpa;

import io.snowkeeper.spring.id.SnowkeeperId;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** An invoice, with an id and a number. */
@Entity
class Invoice {

    @Id
    @SnowkeeperId
    private long id;

    @Column(name = "invoice_number", unique = true)
    private long number;

    private String text;

    Invoice() {}

    Invoice(long number, String text) {
        this.number = number;
        this.text = text;
    }

    long id() {
        return id;
    }

    long number() {
        return number;
    }

    String text() {
        return text;
    }
}
