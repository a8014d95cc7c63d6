package io.snowkeeper.spring;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/**
 * The source of ids, unless the application has one of its own: a client of servers, or a member of a fleet. Each
 * configuration looks at the beans of those before it.
 */
@AutoConfiguration
@EnableConfigurationProperties(SnowkeeperProperties.class)
@Import({
    SourceConfigurations.ClientConfiguration.class,
    SourceConfigurations.EmbeddedConfiguration.class,
    SourceConfigurations.NoSourceConfiguration.class,
    SourceConfigurations.ClientSequencesConfiguration.class,
    SourceConfigurations.EmbeddedSequencesConfiguration.class,
    SourceConfigurations.NoSequencesConfiguration.class
})
public class SnowkeeperAutoConfiguration {

    @Bean
    static LastClosed snowkeeperLastClosed() {
        return new LastClosed();
    }
}
