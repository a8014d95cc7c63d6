package io.snowkeeper.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.actuate.autoconfigure.context.properties.ConfigurationPropertiesReportEndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.env.EnvironmentEndpointAutoConfiguration;
import org.springframework.boot.actuate.context.properties.ConfigurationPropertiesReportEndpoint;
import org.springframework.boot.actuate.context.properties.ConfigurationPropertiesReportEndpoint.ConfigurationPropertiesBeanDescriptor;
import org.springframework.boot.actuate.env.EnvironmentEndpoint;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;

/** The actuator's view of an application's settings, where it shows all values. */
class SecretsTest {

    private static final String SECRET = "s3cret-s3cret-s3cret";

    @Configuration(proxyBeanMethods = false)
    @EnableConfigurationProperties({ClientProperties.class, EmbeddedProperties.class})
    static class Settings {}

    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    SecretsAutoConfiguration.class,
                    EnvironmentEndpointAutoConfiguration.class,
                    ConfigurationPropertiesReportEndpointAutoConfiguration.class))
            .withPropertyValues(
                    "management.endpoints.web.exposure.include=*",
                    "management.endpoint.env.show-values=always",
                    "management.endpoint.configprops.show-values=always");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "snowkeeper.client.token",
                "snowkeeper.embedded.login.password",
                "SNOWKEEPER_CLIENT_TOKEN",
                "SNOWKEEPER_EMBEDDED_LOGIN_PASSWORD"
            })
    void theEnvironmentsSecretsAreMasked(String key) {
        application.withPropertyValues(key + "=" + SECRET).run(context -> {
            var entry = context.getBean(EnvironmentEndpoint.class).environmentEntry(key);
            assertThat(entry.getProperty().getValue()).isEqualTo("******");
        });
    }

    @Test
    void thePropertiesSecretsAreMaskedAndAllElseIsShown() {
        application
                .withUserConfiguration(Settings.class)
                .withPropertyValues(
                        "snowkeeper.client.token=" + SECRET,
                        "snowkeeper.embedded.login.user=keeper",
                        "snowkeeper.embedded.login.password=" + SECRET)
                .run(context -> {
                    List<String> shown = context
                            .getBean(ConfigurationPropertiesReportEndpoint.class)
                            .configurationProperties()
                            .getContexts()
                            .values()
                            .stream()
                            .flatMap(of -> of.getBeans().values().stream())
                            .map(SecretsTest::text)
                            .toList();
                    assertThat(shown).noneMatch(text -> text.contains(SECRET));
                    assertThat(shown).anyMatch(text -> text.contains("keeper") && text.contains("password=******"));
                });
    }

    private static String text(ConfigurationPropertiesBeanDescriptor bean) {
        return bean.getProperties() + " " + bean.getInputs();
    }
}
