package io.snowkeeper.spring;

import io.snowkeeper.core.Layout;
import io.snowkeeper.core.text.EpochFormat;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The settings {@code snowkeeper.embedded}, for applications that join a fleet. Unset ones are as in a node.
 *
 * @param name the member's name, for people to read; spring.application.name if there is none
 * @param layout bits of an id for time, worker id and sequence, and @10ms or @1s for ticks that are not milliseconds;
 *     or js53, whose ids JavaScript holds as numbers; the same for the whole fleet
 * @param epoch the time from which ids count: in UTC, in Unix milliseconds, or the name of a known one; the same for
 *     the whole
 *     fleet
 * @param workerIds how many worker ids are held; 1 to 64
 * @param perThreadRuns how many ids a thread takes at a time, a power of 2 up to a 1024th of a tick; 1 for no runs
 * @param firstSequence the first sequence of a tick: zero, random, or random:COUNT for a start below that
 * @param window how long ids can be made without ZooKeeper; 1 s to 1 h, the same for the whole fleet
 * @param sessionTimeout how long the process may be silent before others may take its worker ids; 1 s to 5 min
 * @param maxSkew the largest difference from ZooKeeper's clock; 100 ms to 1 h, the same for the whole fleet
 * @param maxRollbackWait the largest step back of the clock that a call waits out; 0 to 1 min
 * @param stateDirectory the member's own folder for its state over restarts; none if unset
 * @param workerRange the worker ids that may be claimed, such as 512-1023; all of the layout if unset
 * @param notBefore no id of the fleet has an earlier time, in UTC; for the first member of a fleet
 * @param acceptClockRollback whether to join although the clock went back over a restart
 * @param joinWait how long the start of the application waits for a worker id; 0 to 10 min, 0 not to wait
 * @param login the login to ZooKeeper
 * @param tls encryption to ZooKeeper
 */
@ConfigurationProperties("snowkeeper.embedded")
public record EmbeddedProperties(
        @Nullable String name,
        @DefaultValue("41/10/12") String layout,
        @DefaultValue("2024-01-01T00:00:00Z") String epoch,
        @DefaultValue("1") int workerIds,
        @DefaultValue("1") int perThreadRuns,
        @DefaultValue("zero") String firstSequence,
        @DefaultValue("60s") Duration window,
        @DefaultValue("10s") Duration sessionTimeout,
        @DefaultValue("5s") Duration maxSkew,
        @DefaultValue("10ms") Duration maxRollbackWait,
        @Nullable Path stateDirectory,
        @Nullable String workerRange,
        @Nullable Instant notBefore,
        @DefaultValue("false") boolean acceptClockRollback,
        @DefaultValue("30s") Duration joinWait,
        @DefaultValue Login login,
        @DefaultValue Tls tls) {

    /**
     * A login to ZooKeeper.
     *
     * @param user 1 to 100 visible ASCII characters except ':' and ','; no login if unset
     * @param password 1 to 1024 visible ASCII characters
     */
    public record Login(@Nullable String user, @Nullable String password) {

        /** @throws IllegalArgumentException if there is one of both alone */
        public Login {
            if ((user == null) != (password == null)) {
                throw new IllegalArgumentException(
                        "snowkeeper.embedded.login.user and snowkeeper.embedded.login.password must be set both, or neither");
            }
        }

        /** Returns the user alone. */
        @Override
        public String toString() {
            return "Login[user=%s, password=hidden]".formatted(user);
        }
    }

    /**
     * Encryption to ZooKeeper. The files are PEM.
     *
     * @param authorities the CAs of ZooKeeper's certificate; no encryption if unset
     * @param keyStore the certificate to present, or its chain, and its private key, as PKCS #8 without a password
     */
    public record Tls(@Nullable Path authorities, @Nullable Path keyStore) {

        /** @throws IllegalArgumentException if there is a key store without authorities */
        public Tls {
            if (authorities == null && keyStore != null) {
                throw new IllegalArgumentException(
                        "snowkeeper.embedded.tls.key-store needs snowkeeper.embedded.tls.authorities");
            }
        }
    }

    Layout idLayout() {
        return Layout.parse(
                layout,
                EpochFormat.parse(epoch)
                        .orElseThrow(() -> new IllegalArgumentException(EpochFormat.RULE + ": epoch=" + epoch)));
    }
}
