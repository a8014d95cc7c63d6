package io.snowkeeper.spring.health;

import org.springframework.boot.actuate.autoconfigure.health.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** The health indicator {@code snowkeeper} of Spring Boot 3.5. */
@AutoConfiguration(after = HealthProbeAutoConfiguration.class)
@ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnEnabledHealthIndicator("snowkeeper")
@ConditionalOnBean(HealthProbe.class)
public class Boot3HealthAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean(name = "snowkeeperHealthIndicator")
    HealthIndicator snowkeeperHealthIndicator(HealthProbe probe) {
        return new Boot3HealthIndicator(probe);
    }
}
