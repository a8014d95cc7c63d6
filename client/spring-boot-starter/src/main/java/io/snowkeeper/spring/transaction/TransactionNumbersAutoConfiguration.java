package io.snowkeeper.spring.transaction;

import io.snowkeeper.spring.LastClosed;
import io.snowkeeper.spring.NumberSequences;
import io.snowkeeper.spring.SnowkeeperAutoConfiguration;
import java.time.Duration;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;
import org.springframework.transaction.support.TransactionSynchronization;

/** Auto-configuration of numbers that are bound to transactions, for applications with sequences and transactions. */
@AutoConfiguration(after = SnowkeeperAutoConfiguration.class)
@ConditionalOnClass(TransactionSynchronization.class)
@ConditionalOnBean(NumberSequences.class)
@ConditionalOnMissingBean(TransactionNumbers.class)
@EnableConfigurationProperties(TransactionProperties.class)
public class TransactionNumbersAutoConfiguration {

    private static final Duration FIRST_REST = Duration.ofSeconds(1);

    /** Closed before the sequences are, and after all that has transactions. */
    @Bean(destroyMethod = "")
    Settlement snowkeeperSettlement(NumberSequences sequences, TransactionProperties settings, LastClosed last) {
        CustomizableThreadFactory threads = new CustomizableThreadFactory("snowkeeper-settlement-");
        threads.setDaemon(true);
        return last.add(new Settlement(
                sequences,
                new ScheduledThreadPoolExecutor(1, threads),
                System::nanoTime,
                FIRST_REST,
                settings.retryFor()));
    }

    @Bean
    static CommitWatch snowkeeperCommitWatch() {
        return new CommitWatch();
    }

    @Bean
    TransactionNumbers snowkeeperTransactionNumbers(NumberSequences sequences, Settlement settlement) {
        return new ThreadTransactionNumbers(sequences, settlement);
    }

    @Bean
    SettlementCounts snowkeeperSettlementCounts(Settlement settlement) {
        return settlement.counts();
    }
}
