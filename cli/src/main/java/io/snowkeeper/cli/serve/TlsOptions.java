package io.snowkeeper.cli.serve;

import io.snowkeeper.cli.options.WordConverter;
import io.snowkeeper.node.tls.ClientAuth;
import io.snowkeeper.node.tls.TlsSettings;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** TLS on the ports of a node. */
final class TlsOptions {

    @Spec(Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = "--tls-certificate",
            paramLabel = "FILE",
            description = {
                "Serve TLS 1.2 and 1.3 on all ports: PEM file with the certificate and its intermediate ones. Reloaded when it changes. Default: none, no TLS"
            })
    private @Nullable Path certificate;

    @Option(
            names = "--tls-key",
            paramLabel = "FILE",
            description = "PEM file with its private key: PKCS#8, not encrypted. Default: none")
    private @Nullable Path key;

    @Option(
            names = "--tls-client-ca",
            paramLabel = "FILE",
            description = {
                "PEM file with CAs, one of which must have signed each client's certificate.",
                "Default: none; clients need no certificate"
            })
    private @Nullable Path clientCa;

    @Option(
            names = "--tls-client-auth",
            paramLabel = "both|line",
            converter = ClientAuthConverter.class,
            completionCandidates = ClientAuthConverter.class,
            description = {
                "With --tls-client-ca, where clients must present a certificate: everywhere, or not over HTTP, for health checks without one. Default: both"
            })
    private @Nullable ClientAuth clientAuth;

    /** @throws ParameterException if one is given without another that it needs */
    Optional<TlsSettings> settings() {
        if (clientAuth != null && clientCa == null) {
            throw refused("--tls-client-auth does nothing without --tls-client-ca");
        }
        if (certificate == null && key == null) {
            if (clientCa != null) {
                throw refused("--tls-client-ca does nothing without --tls-certificate and --tls-key");
            }
            return Optional.empty();
        }
        if (certificate == null) {
            throw refused("--tls-key needs --tls-certificate: the certificate of that key");
        }
        if (key == null) {
            throw refused("--tls-certificate needs --tls-key: the private key of that certificate");
        }
        return Optional.of(new TlsSettings(
                certificate, key, Optional.ofNullable(clientCa), clientAuth == null ? ClientAuth.BOTH : clientAuth));
    }

    /** Returns the files with secrets, by the names of their options. */
    Map<String, Path> secretFiles() {
        return key == null ? Map.of() : Map.of("--tls-key", key);
    }

    private ParameterException refused(String message) {
        return new ParameterException(command.commandLine(), message);
    }

    private static final class ClientAuthConverter extends WordConverter<ClientAuth> {
        ClientAuthConverter() {
            super(ClientAuth.class);
        }
    }
}
