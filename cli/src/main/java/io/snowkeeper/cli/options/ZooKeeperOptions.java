package io.snowkeeper.cli.options;

import io.snowkeeper.coordinator.StoreLogin;
import io.snowkeeper.coordinator.StoreSecurity;
import io.snowkeeper.coordinator.StoreTls;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The options of login and TLS to ZooKeeper. */
public final class ZooKeeperOptions {

    private static final String AUTH_FILE = "--zookeeper-auth-file";
    private static final String CA = "--zookeeper-tls-ca";
    private static final String KEY_STORE = "--zookeeper-tls-keystore";

    /** The options without meaning without a ZooKeeper. */
    public static final Set<String> NEEDING_ZOOKEEPER = Set.of(AUTH_FILE, CA, KEY_STORE);

    @Spec(Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = AUTH_FILE,
            paramLabel = "FILE",
            scope = ScopeType.INHERIT,
            description = {
                "File with one line, user:password: all nodes' login to ZooKeeper. No other login may read or change the fleet's znodes. Default: none, open to all"
            })
    private @Nullable Path authFile;

    @Option(
            names = CA,
            paramLabel = "FILE",
            scope = ScopeType.INHERIT,
            description = {
                "Use TLS to ZooKeeper: PEM file with the CAs to trust. ZooKeeper's certificate must name the hosts of --zookeeper. Default: none, no TLS"
            })
    private @Nullable Path authorities;

    @Option(
            names = KEY_STORE,
            paramLabel = "FILE",
            scope = ScopeType.INHERIT,
            description = {
                "With --zookeeper-tls-ca: PEM file with the certificate to present and its private key (PKCS #8, no password). Default: none"
            })
    private @Nullable Path keyStore;

    /**
     * Returns how to log in to ZooKeeper, and whether over TLS.
     *
     * @throws ParameterException if a file is missing, or has no login in it
     */
    public StoreSecurity security() {
        if (authorities == null && keyStore != null) {
            throw refused(KEY_STORE + " needs " + CA + ": without TLS, no certificate is shown", null);
        }
        return new StoreSecurity(
                Optional.ofNullable(authFile).map(this::login),
                Optional.ofNullable(authorities).map(trusted -> new StoreTls(trusted, Optional.ofNullable(keyStore))));
    }

    /** The way in which a command connects to ZooKeeper. */
    public interface Connector<T> {

        /**
         * Connects.
         *
         * @throws IllegalArgumentException if the address is malformed, or the files for TLS cannot be used
         */
        T connect(StoreSecurity security) throws InterruptedException;
    }

    /**
     * Returns a command's connection to ZooKeeper.
     *
     * @throws ParameterException if the login, the address or a file is refused
     */
    public <T> T connect(Connector<T> connector) throws InterruptedException {
        StoreSecurity security = security();
        try {
            return connector.connect(security);
        } catch (IllegalArgumentException e) {
            throw refused(String.valueOf(e.getMessage()), e);
        }
    }

    /** Returns the files with secrets, by the names of their options. */
    public Map<String, Path> secretFiles() {
        Map<String, Path> files = new HashMap<>();
        if (authFile != null) {
            files.put(AUTH_FILE, authFile);
        }
        if (keyStore != null) {
            files.put(KEY_STORE, keyStore);
        }
        return files;
    }

    private StoreLogin login(Path file) {
        try {
            return StoreLogin.read(file);
        } catch (IOException e) {
            throw refused(AUTH_FILE + " cannot be read: " + e, e);
        } catch (IllegalArgumentException e) {
            throw refused(AUTH_FILE + ": " + e.getMessage(), e);
        }
    }

    private ParameterException refused(String message, @Nullable Exception cause) {
        return new ParameterException(command.commandLine(), message, cause);
    }
}
