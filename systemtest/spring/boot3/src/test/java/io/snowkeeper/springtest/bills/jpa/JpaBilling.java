package io.snowkeeper.springtest.bills.jpa;

import io.snowkeeper.spring.transaction.TransactionNumbers;
import io.snowkeeper.springtest.bills.Billing;
import io.snowkeeper.springtest.bills.Death;
import java.util.Optional;
import org.springframework.stereotype.Service;

/** The bill is inserted by the commit. */
@Service
public class JpaBilling extends Billing {

    private final BillRepository bills;

    JpaBilling(TransactionNumbers numbers, Death death, BillRepository bills) {
        super(numbers, death);
        this.bills = bills;
    }

    @Override
    protected Optional<Long> find(String order) {
        return bills.findByOrderKey(order).map(Bill::billNumber);
    }

    @Override
    protected void insert(long number, String order) {
        bills.save(new Bill(number, order));
    }
}
