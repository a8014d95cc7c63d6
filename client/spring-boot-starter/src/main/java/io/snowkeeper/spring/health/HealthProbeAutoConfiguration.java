package io.snowkeeper.spring.health;

import io.snowkeeper.client.SnowkeeperClient;
import io.snowkeeper.embedded.LeasedIds;
import io.snowkeeper.spring.SnowkeeperAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The probe of the source of ids, for the health indicator of any Spring Boot version. */
@AutoConfiguration(after = SnowkeeperAutoConfiguration.class)
public class HealthProbeAutoConfiguration {

    /** For an embedded member. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(LeasedIds.class)
    @ConditionalOnSingleCandidate(LeasedIds.class)
    static class OfMember {

        @Bean
        @ConditionalOnMissingBean
        HealthProbe snowkeeperHealthProbe(LeasedIds ids) {
            return new MemberProbe(ids);
        }
    }

    /** For a client. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnSingleCandidate(SnowkeeperClient.class)
    @EnableConfigurationProperties(HealthProperties.class)
    static class OfClient {

        @Bean
        @ConditionalOnMissingBean
        HealthProbe snowkeeperHealthProbe(SnowkeeperClient client, HealthProperties settings) {
            return new ClientProbe(client, settings.timeout());
        }
    }
}
