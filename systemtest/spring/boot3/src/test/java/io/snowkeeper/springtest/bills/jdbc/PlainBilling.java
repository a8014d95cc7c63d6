package io.snowkeeper.springtest.bills.jdbc;

import io.snowkeeper.core.api.Ids;
import io.snowkeeper.spring.transaction.TransactionNumbers;
import io.snowkeeper.springtest.bills.Billing;
import io.snowkeeper.springtest.bills.Death;
import java.util.Optional;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Service;

@Service
public class PlainBilling extends Billing {

    private final JdbcTemplate jdbc;
    private final Ids ids;

    PlainBilling(TransactionNumbers numbers, Death death, JdbcTemplate jdbc, Ids ids) {
        super(numbers, death);
        this.jdbc = jdbc;
        this.ids = ids;
    }

    @Override
    protected Optional<Long> find(String order) {
        return jdbc.queryForList("select bill_number from bill where order_key = ?", Long.class, order).stream()
                .findFirst();
    }

    @Override
    protected void insert(long number, String order) {
        jdbc.update("insert into bill (id, bill_number, order_key) values (?, ?, ?)", ids.next(), number, order);
    }
}
