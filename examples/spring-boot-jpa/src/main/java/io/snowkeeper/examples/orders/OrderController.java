package io.snowkeeper.examples.orders;

import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Takes orders, several at a time, all of them or none. */
@RestController
class OrderController {

    private final OrderRepository orders;

    OrderController(OrderRepository orders) {
        this.orders = orders;
    }

    /** What a customer wants. */
    record Wanted(String customer, long cents) {}

    /** Answers with the ids: as texts, since numbers of JavaScript are exact up to 2^53 only. */
    @PostMapping("/orders")
    @ResponseStatus(HttpStatus.CREATED)
    @Transactional
    List<String> take(@RequestBody List<Wanted> wanted) {
        List<PurchaseOrder> taken = orders.saveAll(wanted.stream()
                .map(order -> new PurchaseOrder(order.customer(), order.cents()))
                .toList());
        return taken.stream().map(order -> order.id().toString()).toList();
    }
}
