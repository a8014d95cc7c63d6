package io.snowkeeper.cli.remote;

import io.snowkeeper.client.TlsFiles;
import io.snowkeeper.node.tls.ClientTls;
import java.nio.file.Path;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** TLS of the commands that ask a node. */
public final class ClientTlsOptions {

    @Spec(Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = "--tls",
            fallbackValue = "true",
            scope = ScopeType.INHERIT,
            description = "Use TLS, and trust Java's CAs. The next three imply it.")
    private boolean tls;

    @Option(
            names = "--tls-ca",
            paramLabel = "FILE",
            scope = ScopeType.INHERIT,
            description = "PEM file with the CAs to trust instead. Default: none")
    private @Nullable Path ca;

    @Option(
            names = "--tls-client-certificate",
            paramLabel = "FILE",
            scope = ScopeType.INHERIT,
            description = "PEM file with the certificate to present, if nodes require one. Default: none")
    private @Nullable Path certificate;

    @Option(
            names = "--tls-client-key",
            paramLabel = "FILE",
            scope = ScopeType.INHERIT,
            description = "PEM file with its private key: PKCS#8, not encrypted. Default: none")
    private @Nullable Path key;

    /**
     * Returns the files for a client that makes its own connections, empty if they are plain.
     *
     * @throws ParameterException if one is given without another that it needs
     */
    Optional<TlsFiles> files() {
        if (isPlain()) {
            return Optional.empty();
        }
        TlsFiles trust = new TlsFiles(Optional.ofNullable(ca), Optional.empty());
        return Optional.of(certificate == null || key == null ? trust : trust.withIdentity(certificate, key));
    }

    /**
     * Returns the context of connections, empty if they are plain.
     *
     * @throws ParameterException if one is given without another that it needs, or a file cannot be used
     */
    public Optional<SSLContext> context() {
        if (isPlain()) {
            return Optional.empty();
        }
        try {
            return Optional.of(
                    new ClientTls(Optional.ofNullable(ca), Optional.ofNullable(certificate), Optional.ofNullable(key))
                            .context());
        } catch (IllegalArgumentException e) {
            throw refused("--tls-ca, --tls-client-certificate or --tls-client-key: " + e.getMessage());
        }
    }

    private boolean isPlain() {
        if ((certificate == null) != (key == null)) {
            throw refused("--tls-client-certificate and --tls-client-key need each other");
        }
        return !tls && ca == null && certificate == null;
    }

    private ParameterException refused(String message) {
        return new ParameterException(command.commandLine(), message);
    }
}
