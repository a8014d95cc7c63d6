package io.snowkeeper.spring.json;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The settings {@code snowkeeper.json}.
 *
 * @param idsAsText whether numbers with @SnowkeeperId are texts in JSON, as JavaScript needs them
 */
@ConfigurationProperties("snowkeeper.json")
public record JsonProperties(@DefaultValue("true") boolean idsAsText) {}
