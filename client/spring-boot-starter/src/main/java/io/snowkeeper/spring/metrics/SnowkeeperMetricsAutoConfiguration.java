package io.snowkeeper.spring.metrics;

import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.snowkeeper.client.SnowkeeperClient;
import io.snowkeeper.client.SnowkeeperClientMetrics;
import io.snowkeeper.embedded.LeasedIds;
import io.snowkeeper.embedded.metrics.LeasedIdsMetrics;
import io.snowkeeper.spring.SnowkeeperAutoConfiguration;
import io.snowkeeper.spring.transaction.SettlementCounts;
import io.snowkeeper.spring.transaction.TransactionNumbersAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Meters, for applications with Micrometer; {@code management.metrics.enable.snowkeeper=false} does without. */
@AutoConfiguration(after = {SnowkeeperAutoConfiguration.class, TransactionNumbersAutoConfiguration.class})
@ConditionalOnClass(MeterBinder.class)
public class SnowkeeperMetricsAutoConfiguration {

    /** The meters of a client. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnSingleCandidate(SnowkeeperClient.class)
    static class ClientMetrics {

        @Bean
        @ConditionalOnMissingBean
        SnowkeeperClientMetrics snowkeeperClientMetrics(SnowkeeperClient client) {
            return new SnowkeeperClientMetrics(client, Tags.empty());
        }
    }

    /** The meters of an embedded member. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(LeasedIds.class)
    @ConditionalOnSingleCandidate(LeasedIds.class)
    static class EmbeddedMetrics {

        @Bean
        @ConditionalOnMissingBean
        LeasedIdsMetrics snowkeeperLeasedIdsMetrics(LeasedIds ids) {
            return new LeasedIdsMetrics(ids);
        }
    }

    /** The meters of transactions. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnSingleCandidate(SettlementCounts.class)
    static class TransactionMetrics {

        @Bean
        MeterBinder snowkeeperTransactionMetrics(SettlementCounts counts) {
            return new SettlementMetrics(counts);
        }
    }
}
