package io.snowkeeper.springtest.bills.jpa;

import io.snowkeeper.spring.id.SnowkeeperId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;

@Entity
class Bill {

    @Id
    @SnowkeeperId
    private Long id;

    private long billNumber;

    private String orderKey;

    protected Bill() {}

    Bill(long billNumber, String orderKey) {
        this.billNumber = billNumber;
        this.orderKey = orderKey;
    }

    long billNumber() {
        return billNumber;
    }
}
