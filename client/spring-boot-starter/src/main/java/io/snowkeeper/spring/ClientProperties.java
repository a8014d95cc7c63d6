package io.snowkeeper.spring;

import io.snowkeeper.client.PrefetchLimits;
import io.snowkeeper.client.SnowkeeperClient;
import io.snowkeeper.client.SnowkeeperClientBuilder;
import io.snowkeeper.client.TlsFiles;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The settings {@code snowkeeper.client}, for applications that ask servers. Unset ones are as in a client.
 *
 * @param deadline the longest time of a call, including the search for a server; 10 ms to 1 h
 * @param deadlineWhileAway the longest time of a call, if that is less, while each server has failed twice in a row; 10
 *     ms to 1 h
 * @param attemptTimeout the time of one server before another one is asked; 10 ms to the deadline
 * @param connections how many connections for ids each server may have; 1 to 64
 * @param sequenceConnections how many connections for sequences each server may have; 1 to 1,000
 * @param lookupInterval the interval of looking up names that are in use; 1 s to 1 h
 * @param maxWaiting how many calls may wait at once; 1 to 10,000,000
 * @param token the application's token for servers; 16 to 1024 visible ASCII characters
 * @param prefetch single ids that are fetched ahead
 * @param tls encryption
 */
@ConfigurationProperties("snowkeeper.client")
public record ClientProperties(
        @DefaultValue("5s") Duration deadline,
        @DefaultValue("500ms") Duration deadlineWhileAway,
        @DefaultValue("1s") Duration attemptTimeout,
        @DefaultValue("1") int connections,
        @DefaultValue("8") int sequenceConnections,
        @DefaultValue("5s") Duration lookupInterval,
        @DefaultValue("100000") int maxWaiting,
        @Nullable String token,
        @DefaultValue Prefetch prefetch,
        @DefaultValue Tls tls) {

    /**
     * Single ids that are fetched ahead. An id looks older than it is, by up to the age.
     *
     * @param size the most that are kept of each kind; 2 to 100,000, or 0 to fetch none ahead
     * @param maxAge how long one may be kept; 1 ms to 1 h
     */
    public record Prefetch(
            @DefaultValue("0") int size, @DefaultValue("1s") Duration maxAge) {}

    /**
     * Encryption. The files are PEM.
     *
     * @param enabled whether connections are encrypted
     * @param trust the CAs of servers' certificates; those of the Java runtime if unset
     * @param certificate the application's certificate, followed by the intermediate ones
     * @param key its private key, as PKCS #8, not encrypted
     */
    public record Tls(
            @DefaultValue("false") boolean enabled,
            @Nullable Path trust,
            @Nullable Path certificate,
            @Nullable Path key) {

        /** @throws IllegalArgumentException if there is a file and no encryption, or one of certificate and key alone */
        public Tls {
            if (!enabled && (trust != null || certificate != null || key != null)) {
                throw new IllegalArgumentException("files for TLS need snowkeeper.client.tls.enabled=true");
            }
            if ((certificate == null) != (key == null)) {
                throw new IllegalArgumentException(
                        "snowkeeper.client.tls.certificate and snowkeeper.client.tls.key must be set both, or neither");
            }
        }

        private TlsFiles files() {
            return new TlsFiles(
                    Optional.ofNullable(trust),
                    certificate == null || key == null
                            ? Optional.empty()
                            : Optional.of(new TlsFiles.Identity(certificate, key)));
        }
    }

    SnowkeeperClient connect(List<String> servers) {
        SnowkeeperClientBuilder builder = SnowkeeperClient.builder()
                .servers(String.join(",", servers))
                .deadline(deadline)
                .deadlineWhileAway(deadlineWhileAway)
                .attemptTimeout(attemptTimeout)
                .connections(connections)
                .sequenceConnections(sequenceConnections)
                .lookupInterval(lookupInterval)
                .maxWaiting(maxWaiting);
        if (token != null) {
            builder.token(token);
        }
        if (prefetch.size() != 0) {
            builder.prefetch(new PrefetchLimits(prefetch.size(), prefetch.maxAge()));
        }
        if (tls.enabled()) {
            builder.tls(tls.files());
        }
        return builder.build();
    }

    /** Returns the settings without the token. */
    @Override
    public String toString() {
        return "ClientProperties[deadline=%s, deadlineWhileAway=%s, attemptTimeout=%s, connections=%s, sequenceConnections=%s, lookupInterval=%s, maxWaiting=%s, token=%s, prefetch=%s, tls=%s]"
                .formatted(
                        deadline,
                        deadlineWhileAway,
                        attemptTimeout,
                        connections,
                        sequenceConnections,
                        lookupInterval,
                        maxWaiting,
                        token == null ? "none" : "hidden",
                        prefetch,
                        tls);
    }
}
