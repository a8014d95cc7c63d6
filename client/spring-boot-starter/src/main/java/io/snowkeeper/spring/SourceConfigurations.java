package io.snowkeeper.spring;

import io.snowkeeper.client.SnowkeeperClient;
import io.snowkeeper.core.api.Ids;
import io.snowkeeper.core.api.RefusedException;
import io.snowkeeper.core.api.UnavailableException;
import io.snowkeeper.core.sequence.SequenceException;
import io.snowkeeper.embedded.LeasedIds;
import io.snowkeeper.spring.SnowkeeperProperties.Source;
import java.util.function.Supplier;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/** The configurations of each source of ids, and of none. */
final class SourceConfigurations {

    private SourceConfigurations() {}

    /** A client, for {@code snowkeeper.servers}. */
    @Configuration(proxyBeanMethods = false)
    @Conditional(OnSource.Servers.class)
    @ConditionalOnMissingBean(Ids.class)
    @EnableConfigurationProperties(ClientProperties.class)
    static class ClientConfiguration {

        /** Closed by {@link LastClosed}. */
        @Bean(destroyMethod = "")
        SnowkeeperClient snowkeeperClient(SnowkeeperProperties source, ClientProperties settings, LastClosed last) {
            NoSource.requireSame(Source.SERVERS, source.source());
            return last.add(
                    checked("snowkeeper.servers and snowkeeper.client", () -> settings.connect(source.servers())));
        }
    }

    /** A member of a fleet, for {@code snowkeeper.zookeeper}. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(LeasedIds.class)
    @Conditional(OnSource.ZooKeeper.class)
    @ConditionalOnMissingBean(Ids.class)
    @EnableConfigurationProperties(EmbeddedProperties.class)
    static class EmbeddedConfiguration {

        /** Closed by {@link LastClosed}. */
        @Bean(destroyMethod = "")
        LeasedIds snowkeeperLeasedIds(
                SnowkeeperProperties source, EmbeddedProperties settings, Environment environment, LastClosed last) {
            NoSource.requireSame(Source.ZOOKEEPER, source.source());
            String name = environment.getProperty("spring.application.name", "application");
            try {
                return last.add(checked(
                        "snowkeeper.zookeeper and snowkeeper.embedded",
                        () -> EmbeddedMember.join(String.valueOf(source.zookeeper()), settings, name)));
            } catch (UnavailableException e) {
                throw new SnowkeeperSettingsException(
                        "The application cannot join the fleet of snowkeeper.zookeeper=%s: %s"
                                .formatted(source.zookeeper(), e.getMessage()),
                        "Check that ZooKeeper can be reached, and that the setting in the message is the fleet's. With snowkeeper.embedded.join-wait=0 the application starts without.",
                        e);
            }
        }
    }

    /** The refusal to start without a setting that selects the source. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnMissingBean(Ids.class)
    static class NoSourceConfiguration {

        @Bean
        Ids snowkeeperIds(SnowkeeperProperties source) {
            throw NoSource.of(source.source());
        }
    }

    /** Sequences from the client. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnSingleCandidate(SnowkeeperClient.class)
    static class ClientSequencesConfiguration {

        @Bean
        @ConditionalOnMissingBean
        NumberSequences snowkeeperSequences(SnowkeeperClient client, SnowkeeperProperties source) {
            source.sequences()
                    .forEach((name, declared) -> checked("snowkeeper.sequences." + name, () -> {
                        declared.make(client.sequence(name));
                        return name;
                    }));
            return client::sequence;
        }
    }

    /** Sequences from this process. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(LeasedIds.class)
    @ConditionalOnSingleCandidate(LeasedIds.class)
    static class EmbeddedSequencesConfiguration {

        @Bean
        @ConditionalOnMissingBean
        NumberSequences snowkeeperSequences(LeasedIds ids, SnowkeeperProperties source) {
            if (!source.sequences().isEmpty()) {
                throw new SnowkeeperSettingsException(
                        "snowkeeper.sequences is set, and a member of a fleet creates no sequences.",
                        "Make them by \"snowkeeper sequence create\", or set snowkeeper.servers instead of snowkeeper.zookeeper.");
            }
            return ids::sequence;
        }
    }

    /** The refusal of numbers where the application has ids of its own, as a test does, and no sequences: many need none. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnMissingBean(NumberSequences.class)
    static class NoSequencesConfiguration {

        @Bean
        NumberSequences snowkeeperSequences() {
            return name -> {
                throw new IllegalStateException(
                        "must have a bean of type io.snowkeeper.spring.NumberSequences beside the application's own Ids, such as name -> fake: sequence="
                                + name);
            };
        }
    }

    private static <T> T checked(String settings, Supplier<T> opened) {
        try {
            return opened.get();
        } catch (IllegalArgumentException | IllegalStateException | RefusedException | SequenceException e) {
            throw new SnowkeeperSettingsException(
                    "The settings %s cannot be used: %s".formatted(settings, e.getMessage()),
                    "Change the value that is named.",
                    e);
        }
    }
}
