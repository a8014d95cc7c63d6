package io.snowkeeper.springtest.bills.jpa;

import io.snowkeeper.springtest.bills.Death;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** An application that writes bills with JPA. */
@SpringBootApplication
public class JpaBills {

    @Bean
    static Death death() {
        return new Death();
    }
}
