package io.snowkeeper.embedded.sequence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.core.api.CallInterruptedException;
import io.snowkeeper.core.api.OutcomeUnknownException;
import io.snowkeeper.core.api.RefusedException;
import io.snowkeeper.core.api.SequenceNumbers;
import io.snowkeeper.core.api.UnavailableException;
import io.snowkeeper.core.business.NumberFormat;
import io.snowkeeper.core.business.Period;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.sequences.Grant;
import io.snowkeeper.sequences.ReservationSettledException;
import io.snowkeeper.sequences.SequenceFullException;
import io.snowkeeper.sequences.SequenceUnavailableException;
import io.snowkeeper.sequences.Sequences;
import io.snowkeeper.sequences.SettleRequest;
import io.snowkeeper.sequences.Settlement;
import io.snowkeeper.sequences.UnknownSequenceException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class InProcessSequenceTest {

    private final List<String> asked = new ArrayList<>();
    private CompletableFuture<Object> outcome = new CompletableFuture<>();

    private Optional<NumberFormat> format = Optional.empty();

    /** All that is asked of it has the same outcome, but for the format. */
    private final Sequences sequences = (Sequences) Proxy.newProxyInstance(
            Sequences.class.getClassLoader(), new Class<?>[] {Sequences.class}, (proxy, method, arguments) -> {
                if (method.getName().equals("format")) {
                    return format;
                }
                asked.add(method.getName() + Arrays.toString(arguments));
                return outcome;
            });

    private final InProcessSequence policies = new InProcessSequence("policies", "orders", () -> sequences);

    @Test
    void numbersComeInTheirOrderWithWhatTheyAreSettledBy() {
        outcome.complete(new Grant(List.of(new NumberRange(7, 8), new NumberRange(20, 20)), Optional.of("r1")));

        SequenceNumbers numbers = policies.next(3, "order-4711");

        assertThat(numbers).isEqualTo(new SequenceNumbers(List.of(7L, 8L, 20L), Optional.of("r1")));
        assertThat(asked).singleElement().asString().contains("policies", "order-4711", "orders");
        assertThat(policies.name()).isEqualTo("policies");
    }

    @Test
    void numbersHaveTheirTextsAndTheirPeriod() {
        format = Optional.of(NumberFormat.of("{yyyy}-{n:00}"));
        Optional<Period> period = Optional.of(Period.parse("2026"));
        outcome.complete(new Grant(List.of(new NumberRange(7, 8)), Optional.empty(), period));

        assertThat(policies.next(2))
                .isEqualTo(
                        new SequenceNumbers(List.of(7L, 8L), Optional.empty(), List.of("2026-07", "2026-08"), period));
    }

    @Test
    void whatIsSettledIsToldByNameAndByWhom() {
        outcome.complete(null);
        policies.confirm("r1");
        policies.cancel("r2");

        assertThat(asked)
                .containsExactly(
                        "settle[%s]"
                                .formatted(SettleRequest.of("policies", "r1", Settlement.CONFIRM)
                                        .by("orders")),
                        "settle[%s]"
                                .formatted(SettleRequest.of("policies", "r2", Settlement.CANCEL)
                                        .by("orders")));
    }

    @Test
    void argumentsOutOfTheirRangesAreRefusedAndNothingIsAsked() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> policies.next(0))
                .withMessage("must be >= 1 && <= 10000: count=0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> policies.next(10_001, "key"))
                .withMessage("must be >= 1 && <= 10000: count=10001");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> policies.next(1, ""))
                .withMessage("a key must have 1 to 256 characters: length=0");
        assertThat(asked).isEmpty();
    }

    @Test
    void whatIsRefusedForGoodHasTheCodeOfTheLineProtocol() {
        outcome.completeExceptionally(new UnknownSequenceException("no sequence policies"));
        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(() -> policies.next(1))
                .withMessage("refused by the fleet with error 20: no sequence policies");

        outcome = new CompletableFuture<>();
        outcome.completeExceptionally(new ReservationSettledException("it was cancelled"));
        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(() -> policies.confirm("r1"))
                .satisfies(e -> assertThat(e.code()).isEqualTo(22));
    }

    @Test
    void whatPassesHasItsReason() {
        outcome.completeExceptionally(new SequenceFullException("10 keys are kept"));

        assertThatExceptionOfType(UnavailableException.class)
                .isThrownBy(() -> policies.next(1))
                .withMessage("10 keys are kept")
                .satisfies(e -> assertThat(e.reason()).contains(UnavailableReason.SEQUENCE_FULL));
    }

    @Test
    void numbersWithoutAKeyThatMayHaveBeenTakenAreToldApartFromThoseThatWereNot() {
        outcome.completeExceptionally(
                new SequenceUnavailableException(UnavailableReason.ZOOKEEPER_AWAY, "no answer within 5000 ms"));
        assertThatExceptionOfType(OutcomeUnknownException.class)
                .isThrownBy(() -> policies.next(1))
                .withMessage(
                        "numbers of sequence policies may have been taken, and did not arrive: no answer within 5000 ms;"
                                + " a call with a key would be repeated")
                .satisfies(e -> assertThat(e.reason()).contains(UnavailableReason.ZOOKEEPER_AWAY));
        assertThatExceptionOfType(UnavailableException.class).isThrownBy(() -> policies.next(1, "key"));

        outcome = new CompletableFuture<>();
        outcome.completeExceptionally(
                new SequenceUnavailableException(UnavailableReason.SEQUENCE_BUSY, "1000 calls wait"));
        assertThatExceptionOfType(UnavailableException.class).isThrownBy(() -> policies.next(1));
    }

    @Test
    void whoIsInterruptedStaysSoAndWhatHeAskedForIsGivenUp() {
        Thread.currentThread().interrupt();

        assertThatExceptionOfType(CallInterruptedException.class).isThrownBy(() -> policies.next(1));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(outcome).isCancelled();
    }
}
