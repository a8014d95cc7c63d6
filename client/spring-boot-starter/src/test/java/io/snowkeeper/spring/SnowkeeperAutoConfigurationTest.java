package io.snowkeeper.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowkeeper.client.SnowkeeperClient;
import io.snowkeeper.core.api.Ids;
import io.snowkeeper.embedded.LeasedIds;
import io.snowkeeper.spring.transaction.TransactionNumbers;
import io.snowkeeper.spring.transaction.TransactionNumbersAutoConfiguration;
import io.snowkeeper.test.FakeIds;
import org.junit.jupiter.api.Test;
import org.springframework.beans.BeanInstantiationException;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class SnowkeeperAutoConfigurationTest {

    private final ApplicationContextRunner application =
            new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(SnowkeeperAutoConfiguration.class));

    @Test
    void serversGiveAClientAndItsSequences() {
        application
                .withPropertyValues("snowkeeper.servers=127.0.0.1:9471,127.0.0.1:9472")
                .run(context -> {
                    assertThat(context).hasSingleBean(SnowkeeperClient.class).hasSingleBean(Ids.class);
                    assertThat(context.getBean(NumberSequences.class)
                                    .sequence("invoices")
                                    .name())
                            .isEqualTo("invoices");
                });
    }

    @Test
    void anApplicationsOwnIdsWin() {
        FakeIds own = new FakeIds();
        application
                .withBean(FakeIds.class, () -> own)
                .run(context -> assertThat(context.getBean(Ids.class)).isSameAs(own));
        application
                .withBean(FakeIds.class, () -> own)
                .withPropertyValues("snowkeeper.servers=127.0.0.1:9471")
                .run(context -> assertThat(context.getBean(Ids.class)).isSameAs(own));
    }

    @Test
    void anApplicationWithSeveralSourcesChoosesByItself() {
        application
                .withBean("one", FakeIds.class, () -> new FakeIds())
                .withBean("other", FakeIds.class, () -> new FakeIds())
                .withPropertyValues("snowkeeper.servers=127.0.0.1:9471")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(SnowkeeperClient.class));
    }

    /** As an application does that writes invoices. */
    record Billing(TransactionNumbers numbers) {}

    @Test
    void whatTakesNumbersIsToldThatThereIsNoSource() {
        application
                .withConfiguration(AutoConfigurations.of(TransactionNumbersAutoConfiguration.class))
                .withBean(Billing.class)
                .run(
                        context -> assertThat(context.getStartupFailure())
                                .rootCause()
                                .isInstanceOf(SnowkeeperSettingsException.class)
                                .hasMessage(
                                        "Snowkeeper does not know where ids come from: neither snowkeeper.servers nor snowkeeper.zookeeper is set."));
    }

    @Test
    void fakeIdsSufficeUntilNumbersAreAskedFor() {
        application
                .withConfiguration(AutoConfigurations.of(TransactionNumbersAutoConfiguration.class))
                .withBean(Billing.class)
                .withBean(FakeIds.class, () -> new FakeIds())
                .run(context -> {
                    assertThat(context).hasNotFailed().hasSingleBean(Billing.class);
                    assertThatThrownBy(
                                    () -> context.getBean(NumberSequences.class).sequence("bills"))
                            .hasMessage(
                                    "must have a bean of type io.snowkeeper.spring.NumberSequences beside the application's own Ids, such as name -> fake: sequence=bills");
                });
    }

    @Test
    void aFleetThatCannotBeJoinedIsToldWithWhatToDo() {
        application
                .withPropertyValues("snowkeeper.zookeeper=127.0.0.1:1", "snowkeeper.embedded.join-wait=10ms")
                .run(
                        context -> assertThat(context.getStartupFailure())
                                .hasCauseInstanceOf(BeanInstantiationException.class)
                                .extracting(failure -> failure.getCause().getCause())
                                .isInstanceOf(SnowkeeperSettingsException.class)
                                .asString()
                                .contains(
                                        "The application cannot join the fleet of snowkeeper.zookeeper=127.0.0.1:1: not joined within 10 ms: "));
    }

    @Test
    void aValueOutOfItsRangeIsToldWithItsSetting() {
        application
                .withPropertyValues("snowkeeper.servers=127.0.0.1:9471", "snowkeeper.client.connections=65")
                .run(
                        context -> assertThat(context.getStartupFailure())
                                .hasStackTraceContaining(
                                        "The settings snowkeeper.servers and snowkeeper.client cannot be used: must be >= 1 && <= 64: connections=65"));
    }

    @Test
    void neitherSourceIsRefused() {
        application.run(
                context -> assertThat(context.getStartupFailure())
                        .rootCause()
                        .isInstanceOf(SnowkeeperSettingsException.class)
                        .hasMessage(
                                "Snowkeeper does not know where ids come from: neither snowkeeper.servers nor snowkeeper.zookeeper is set."));
    }

    @Test
    void bothSourcesAreRefused() {
        application
                .withPropertyValues("snowkeeper.servers=127.0.0.1:9471", "snowkeeper.zookeeper=127.0.0.1:2181")
                .run(
                        context -> assertThat(context.getStartupFailure())
                                .rootCause()
                                .isInstanceOf(SnowkeeperSettingsException.class)
                                .hasMessage(
                                        "Snowkeeper does not know where ids come from: snowkeeper.servers and snowkeeper.zookeeper are both set."));
    }

    @Test
    void zooKeeperWithoutTheEmbeddedMemberIsRefused() {
        application
                .withClassLoader(new FilteredClassLoader(LeasedIds.class))
                .withPropertyValues("snowkeeper.zookeeper=127.0.0.1:2181")
                .run(
                        context -> assertThat(context.getStartupFailure())
                                .rootCause()
                                .isInstanceOf(SnowkeeperSettingsException.class)
                                .hasMessage(
                                        "snowkeeper.zookeeper is set, and the classes of an embedded member are missing.")
                                .extracting(e -> ((SnowkeeperSettingsException) e).action())
                                .isEqualTo(
                                        "Add the dependency io.snowkeeper:snowkeeper-embedded, or set snowkeeper.servers instead."));
    }
}
