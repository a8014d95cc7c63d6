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
 * The settings {@code snowkeeper.embedded}, for applications that join a fleet. Absent settings have a node's defaults.
 *
 * @param name the member's name, for people to read; spring.application.name if there is none
 * @param layout bits of an id for the time, the worker id and the sequence, and @10ms or @1s where the time is not
 *     counted in milliseconds; or js53, whose ids JavaScript holds as numbers; the same for the whole fleet
 * @param epoch the time from which ids count: in UTC, in Unix milliseconds, or the name of a known one; the same for
 *     the whole fleet
 * @param workerIds how many worker ids are held; 1 to 64
 * @param perThreadRuns how many ids a thread takes at a time, a power of 2 up to a 1024th of a tick; 1 for no runs
 * @param firstSequence where the sequences of a tick begin: zero, random, or random:COUNT for a start below that
 * @param window how long ids can be made without ZooKeeper; 1 s to 1 h, the same for the whole fleet
 * @param sessionTimeout how long ZooKeeper waits for a silent process before others may have its worker ids; 1 s to 5
 *     min
 * @param maxSkew how far our clock may be from ZooKeeper's; 100 ms to 1 h, the same for the whole fleet
 * @param maxRollbackWait how far the clock may go back for a call to wait; 0 to 1 min
 * @param stateDirectory where the member keeps its state over restarts: a folder of its own; none if it is left out
 * @param workerRange which worker ids may be claimed, such as 512-1023; all of the layout if it is left out
 * @param notBefore no id of the fleet has an earlier time, in UTC; for the first member of a fleet
 * @param acceptClockRollback whether to join although the clock went back over a restart
 * @param joinWait how long the start of the application waits for a worker id; 0 to 10 min, 0 not to wait
 * @param login how to log in to ZooKeeper
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
     * @param user 1 to 100 visible ASCII characters but ':' and ','; no login if it is left out
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
     * @param authorities certificates of the trusted authorities for ZooKeeper's; no encryption if it is left out
     * @param keyStore the certificate, or its chain, and the private key to show, as PKCS #8 without a password
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
