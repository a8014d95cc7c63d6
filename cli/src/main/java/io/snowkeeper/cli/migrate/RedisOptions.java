package io.snowkeeper.cli.migrate;

import io.snowkeeper.cli.migrate.redis.RedisAddress;
import io.snowkeeper.cli.migrate.redis.RedisSource;
import io.snowkeeper.node.tls.ClientTls;
import java.nio.file.Path;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The Redis that a command reads: where it is, the login and TLS. */
final class RedisOptions {

    /** What its options have in common. */
    static final String PREFIX = "--redis-";

    @Spec(Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = "--redis-user",
            paramLabel = "NAME",
            description = "Who logs in to Redis. Default: its default user")
    private @Nullable String user;

    @Option(
            names = "--redis-password-file",
            paramLabel = "FILE",
            description = {
                "File with the password for Redis. One in the URL is seen by all who see the machine's processes.",
                "Default: none"
            })
    private @Nullable Path passwordFile;

    @Option(
            names = "--redis-tls-ca",
            paramLabel = "FILE",
            description = "PEM file with the CAs to trust instead of those that Java trusts. Default: none")
    private @Nullable Path ca;

    @Option(
            names = "--redis-tls-client-certificate",
            paramLabel = "FILE",
            description = "PEM file with the certificate to present to Redis. Default: none")
    private @Nullable Path certificate;

    @Option(
            names = "--redis-tls-client-key",
            paramLabel = "FILE",
            description = "PEM file with its private key: PKCS#8, not encrypted. Default: none")
    private @Nullable Path key;

    /**
     * Returns the database that a URL names.
     *
     * @throws ParameterException if the URL is malformed, options contradict each other, or a file cannot be used
     */
    RedisSource source(String url) {
        return new RedisSource(address(url), tls());
    }

    private RedisAddress address(String url) {
        try {
            RedisAddress address = RedisAddress.parse(url);
            if (!address.tls() && (ca != null || certificate != null || key != null)) {
                throw refused(
                        "--redis-tls-ca, --redis-tls-client-certificate and --redis-tls-client-key need rediss://");
            }
            if (user == null && passwordFile == null) {
                return address;
            }
            if (address.password().isPresent()) {
                throw refused("the URL has a password: give none of --redis-user and --redis-password-file");
            }
            return address.with(Optional.ofNullable(user), password());
        } catch (IllegalArgumentException e) {
            throw refused("URL: " + e.getMessage());
        }
    }

    private Optional<String> password() {
        try {
            return Optional.ofNullable(passwordFile).map(file -> PasswordFile.read(file, "--redis-password-file"));
        } catch (IllegalArgumentException e) {
            throw refused(String.valueOf(e.getMessage()));
        }
    }

    private SSLContext tls() {
        if ((certificate == null) != (key == null)) {
            throw refused("--redis-tls-client-certificate and --redis-tls-client-key need each other");
        }
        try {
            return new ClientTls(Optional.ofNullable(ca), Optional.ofNullable(certificate), Optional.ofNullable(key))
                    .context();
        } catch (IllegalArgumentException e) {
            throw refused(
                    "--redis-tls-ca, --redis-tls-client-certificate or --redis-tls-client-key: " + e.getMessage());
        }
    }

    private ParameterException refused(String message) {
        return new ParameterException(command.commandLine(), message);
    }
}
