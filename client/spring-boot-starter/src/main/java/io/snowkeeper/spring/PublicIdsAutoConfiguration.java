package io.snowkeeper.spring;

import io.snowkeeper.core.text.PublicIds;
import java.io.IOException;
import java.nio.file.Path;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/** The keys of public ids, unless the application has some of its own. Tests of a part of an application have them without a source of ids. */
@AutoConfiguration
@EnableConfigurationProperties(SnowkeeperProperties.class)
public class PublicIdsAutoConfiguration {

    /** Writes and reads public ids by the keys of {@code snowkeeper.public-id-keys}; none if that is not set. */
    @Bean
    @ConditionalOnMissingBean
    PublicIds snowkeeperPublicIds(SnowkeeperProperties settings) {
        Path keys = settings.publicIdKeys();
        if (keys == null) {
            return PublicIds.NONE;
        }
        try {
            return PublicIds.read(keys);
        } catch (IOException | IllegalArgumentException e) {
            throw new SnowkeeperSettingsException(
                    "snowkeeper.public-id-keys cannot be used: %s: %s".formatted(keys, e.getMessage()),
                    "Name a file with a line such as: a base58 $(openssl rand -hex 32)",
                    e);
        }
    }
}
