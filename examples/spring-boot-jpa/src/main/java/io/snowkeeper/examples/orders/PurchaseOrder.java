package io.snowkeeper.examples.orders;

import io.snowkeeper.spring.id.SnowkeeperId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** An order of a customer. Its id is there before it is inserted, so that inserts go out in batches. */
@Entity
@Table(name = "orders")
class PurchaseOrder {

    @Id
    @SnowkeeperId
    private Long id;

    private String customer;

    private long cents;

    protected PurchaseOrder() {}

    PurchaseOrder(String customer, long cents) {
        this.customer = customer;
        this.cents = cents;
    }

    Long id() {
        return id;
    }
}
