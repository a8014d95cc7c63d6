package io.snowkeeper.springtest.bills.jdbc;

import io.snowkeeper.springtest.bills.Death;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** An application that writes bills with Spring Data JDBC, and with plain JDBC. */
@SpringBootApplication
public class JdbcBills {

    @Bean
    static Death death() {
        return new Death();
    }
}
