package io.snowkeeper.spring;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The settings {@code snowkeeper}: where ids come from. One of both has to be set.
 *
 * @param servers the client's servers, as host:port: nodes, or load balancers before nodes. Its settings are below
 *     snowkeeper.client
 * @param zookeeper the ZooKeeper of the fleet that this process joins, as host:port[,host:port...][/chroot]. Its
 *     settings are below snowkeeper.embedded; it needs the dependency io.snowkeeper:snowkeeper-embedded
 * @param sequences sequences that a client creates when the application starts, by their names
 * @param publicIdKeys the nodes' file with the keys of public ids; without it there are none
 */
@ConfigurationProperties("snowkeeper")
public record SnowkeeperProperties(
        @DefaultValue List<String> servers,
        @Nullable String zookeeper,
        @DefaultValue Map<String, DeclaredSequence> sequences,
        @Nullable Path publicIdKeys) {

    /** Where ids come from. */
    enum Source {
        SERVERS,
        ZOOKEEPER,
        NEITHER,
        BOTH;

        /** Returns the setting of one of both. */
        String setting() {
            return this == SERVERS ? "snowkeeper.servers" : "snowkeeper.zookeeper";
        }
    }

    public SnowkeeperProperties {
        servers = List.copyOf(servers);
        sequences = Map.copyOf(sequences);
    }

    Source source() {
        boolean byServers = !servers.isEmpty();
        if (zookeeper == null || zookeeper.isBlank()) {
            return byServers ? Source.SERVERS : Source.NEITHER;
        }
        return byServers ? Source.BOTH : Source.ZOOKEEPER;
    }
}
