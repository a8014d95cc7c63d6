package io.snowkeeper.spring.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.spring.NumberSequences;
import io.snowkeeper.spring.SnowkeeperAutoConfiguration;
import io.snowkeeper.spring.transaction.TransactionNumbers;
import io.snowkeeper.spring.transaction.TransactionNumbersAutoConfiguration;
import io.snowkeeper.test.FakeIds;
import io.snowkeeper.test.FakeNumberSequence;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.autoconfigure.metrics.MetricsAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration;
import org.springframework.boot.autoconfigure.jdbc.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.autoconfigure.transaction.TransactionAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.transaction.support.TransactionTemplate;

class MetersTest {

    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    SnowkeeperAutoConfiguration.class,
                    TransactionNumbersAutoConfiguration.class,
                    SnowkeeperMetricsAutoConfiguration.class,
                    MetricsAutoConfiguration.class,
                    DataSourceAutoConfiguration.class,
                    DataSourceTransactionManagerAutoConfiguration.class,
                    TransactionAutoConfiguration.class))
            .withBean(SimpleMeterRegistry.class)
            .withPropertyValues("spring.datasource.generate-unique-name=true");

    private static double numbers(SimpleMeterRegistry registry, String outcome) {
        return registry.get("snowkeeper.transaction.numbers")
                .tag("outcome", outcome)
                .functionCounter()
                .count();
    }

    @Test
    void numbersAreCountedByWhatBecameOfThem() {
        FakeNumberSequence invoices =
                new FakeNumberSequence("invoices", SequenceMode.GAPLESS, new NumberRange(1, 1000));
        application
                .withBean(FakeIds.class, () -> new FakeIds())
                .withBean(NumberSequences.class, () -> name -> invoices)
                .run(context -> {
                    TransactionNumbers numbers = context.getBean(TransactionNumbers.class);
                    TransactionTemplate transaction = context.getBean(TransactionTemplate.class);
                    SimpleMeterRegistry registry = context.getBean(SimpleMeterRegistry.class);

                    transaction.executeWithoutResult(status -> numbers.next("invoices"));
                    transaction.executeWithoutResult(status -> {
                        numbers.next("invoices");
                        status.setRollbackOnly();
                    });
                    invoices.faults().none().refused(22, "reservation cannot be confirmed, it was cancelled before");
                    transaction.executeWithoutResult(status -> numbers.next("invoices"));

                    assertThat(numbers(registry, "confirmed")).isEqualTo(1);
                    assertThat(numbers(registry, "cancelled")).isEqualTo(1);
                    assertThat(numbers(registry, "lost")).isEqualTo(1);
                    assertThat(registry.get("snowkeeper.transaction.waiting")
                                    .gauge()
                                    .value())
                            .isZero();
                });
    }

    @Test
    void aClientHasItsMeters() {
        application.withPropertyValues("snowkeeper.servers=127.0.0.1:1").run(context -> {
            SimpleMeterRegistry registry = context.getBean(SimpleMeterRegistry.class);
            assertThat(registry.get("snowkeeper.client.retries")
                            .functionCounter()
                            .count())
                    .isZero();
        });
    }

    @Test
    void theyCanBeDoneWithout() {
        application
                .withPropertyValues("snowkeeper.servers=127.0.0.1:1", "management.metrics.enable.snowkeeper=false")
                .run(context -> assertThat(context.getBean(SimpleMeterRegistry.class).getMeters().stream()
                                .map(Meter::getId)
                                .map(Meter.Id::getName))
                        .noneMatch(name -> name.startsWith("snowkeeper")));
    }
}
