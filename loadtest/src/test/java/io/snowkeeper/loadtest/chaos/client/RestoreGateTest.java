package io.snowkeeper.loadtest.chaos.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snowkeeper.loadtest.chaos.check.Violations;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class RestoreGateTest {

    private static final ObjectNode NEXT = body().put("type", "sequence_next").put("sequence", "orders");
    private static final ObjectNode NUMBER = body().put("type", "sequence_next_ok");

    private final Violations violations = new Violations();
    private final RestoreGate gate = new RestoreGate(() -> false, violations);

    private static ObjectNode body() {
        return JsonNodeFactory.instance.objectNode();
    }

    @Test
    void aNumberIsFoundThatIsHandedOutBeforeAnOperatorHasRecovered() {
        gate.stopped(() -> {});

        gate.answered(NEXT, NUMBER);

        assertThat(violations.first())
                .containsExactly("no sequence may be served after a restore before an operator has recovered it:"
                        + " {\"type\":\"sequence_next\",\"sequence\":\"orders\"} was answered"
                        + " {\"type\":\"sequence_next_ok\"}");
    }

    @Test
    void nodesMayRefuseAndDescribeUntilThen() {
        gate.stopped(() -> {});

        gate.answered(NEXT, body().put("type", "error").put("code", 11));
        gate.answered(body().put("type", "sequence_describe"), body().put("type", "sequence_describe_ok"));

        assertThat(violations.first()).isEmpty();
    }

    @Test
    void numbersMayComeAsSoonAsHeBegins() {
        gate.answered(NEXT, NUMBER);
        gate.stopped(() -> {});
        gate.recovering();
        gate.answered(NEXT, NUMBER);
        assertThat(gate.isServed()).isFalse();
        gate.recovered();
        gate.answered(NEXT, NUMBER);

        assertThat(violations.first()).isEmpty();
        assertThat(gate.isServed()).isTrue();
    }

    @Test
    void clientsEndTheirStepsBeforeTheBooksAreLookedAt() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        boolean[] ended = {false};
        CompletableFuture<Void> client = CompletableFuture.runAsync(() -> step(() -> {
            begun.countDown();
            while (!gate.isGivingUp()) {
                Thread.onSpinWait();
            }
            ended[0] = true;
            return 0;
        }));
        begun.await();

        gate.stopped(() -> assertThat(ended[0]).isTrue());

        client.join();
        assertThat(gate.isGivingUp()).isFalse();
    }

    private void step(RestoreGate.Step step) {
        try {
            gate.run(step);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
