package io.snowkeeper.springtest.web;

import io.snowkeeper.core.api.Ids;
import java.util.concurrent.CountDownLatch;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** An application that gives ids over HTTP. */
@SpringBootApplication
class WebApplication {

    /** What the test holds back requests by. */
    static final class Gate {
        final CountDownLatch entered = new CountDownLatch(1);
        final CountDownLatch open = new CountDownLatch(1);
    }

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
    }

    @Bean
    Gate gate() {
        return new Gate();
    }
}
