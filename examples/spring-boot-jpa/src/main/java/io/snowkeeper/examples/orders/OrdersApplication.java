package io.snowkeeper.examples.orders;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** An order service. Several instances of it share a database, and none of them asks that for ids. */
@SpringBootApplication
public class OrdersApplication {

    public static void main(String[] arguments) {
        SpringApplication.run(OrdersApplication.class, arguments);
    }
}
