package io.snowkeeper.springtest.web;

import io.snowkeeper.core.api.Ids;
import io.snowkeeper.spring.id.SnowkeeperId;
import io.snowkeeper.spring.json.IdAsText;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** An application that gives ids over HTTP. */
@SpringBootApplication
class WebApplication {

    /** Holds back requests during a test. */
    static final class Gate {
        final CountDownLatch entered = new CountDownLatch(1);
        final CountDownLatch open = new CountDownLatch(1);
    }

    /** The body for and from a browser. */
    record Order(@SnowkeeperId Long id, @IdAsText Optional<Long> former) {}

    @RestController
    static class Controller {

        private final Ids ids;
        private final Gate gate;

        Controller(Ids ids, Gate gate) {
            this.ids = ids;
            this.gate = gate;
        }

        @GetMapping("/id")
        String id() {
            return Long.toString(ids.next());
        }

        @GetMapping("/id-later")
        String idLater() throws InterruptedException {
            gate.entered.countDown();
            gate.open.await();
            return Long.toString(ids.next());
        }

        @GetMapping("/order")
        Order order() {
            return new Order(384316993592885248L, Optional.of(384316993592885249L));
        }

        @PostMapping("/order")
        String order(@RequestBody Order order) {
            return order.id() + " " + order.former().orElseThrow();
        }
    }

    @Bean
    Gate gate() {
        return new Gate();
    }
}
