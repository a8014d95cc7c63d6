package io.snowkeeper.spring;

import java.util.Locale;
import java.util.Set;
import org.springframework.boot.actuate.endpoint.SanitizingFunction;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/** Keeps the actuator from showing the token and the password, also where it shows values. */
@AutoConfiguration
@ConditionalOnClass(SanitizingFunction.class)
public class SecretsAutoConfiguration {

    /** As in variables of the environment, too: without separators of words. */
    private static final Set<String> SECRETS = Set.of("snowkeeperclienttoken", "snowkeeperembeddedloginpassword");

    @Bean
    SanitizingFunction snowkeeperSecrets() {
        return SanitizingFunction.sanitizeValue()
                .ifKeyMatches((String key) ->
                        SECRETS.contains(key.replaceAll("[-._]", "").toLowerCase(Locale.ROOT)));
    }
}
