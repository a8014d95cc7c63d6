package io.snowkeeper.spring.health;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/** The health indicator {@code snowkeeper} of Spring Boot 4. */
@AutoConfiguration(after = HealthProbeAutoConfiguration.class)
@ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnEnabledHealthIndicator("snowkeeper")
@ConditionalOnBean(HealthProbe.class)
public class Boot4HealthAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean(name = "snowkeeperHealthIndicator")
    HealthIndicator snowkeeperHealthIndicator(HealthProbe probe) {
        return new Boot4HealthIndicator(probe);
    }
}
