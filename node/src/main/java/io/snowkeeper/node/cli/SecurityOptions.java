package io.snowkeeper.node.cli;

import io.snowkeeper.node.security.AddressLimits;
import io.snowkeeper.node.security.AdminToken;
import io.snowkeeper.node.security.SecuritySettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** Who may do what on the ports. */
final class SecurityOptions {

    @Spec(Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = "--admin-token-file",
            paramLabel = "FILE",
            description = {
                "File with the token that calls have to carry which create, change or delete sequences, or drain the",
                "node: 16 to 1024 visible ASCII characters, read at the start. Default: none; over HTTP, such calls",
                "are taken from this machine alone then"
            })
    private @Nullable Path adminTokenFile;

    @Option(
            names = "--max-connections-per-address",
            paramLabel = "COUNT",
            defaultValue = "0",
            description = {
                "How many connections one client address may have on each port: up to 1000000, 0 for no limit, as",
                "behind a load balancer, whose address all its clients have. Default: ${DEFAULT-VALUE}"
            })
    private int maxConnectionsPerAddress;

    @Option(
            names = "--max-rate-per-address",
            paramLabel = "COUNT",
            defaultValue = "0",
            description = {
                "How many requests a second one client address may make on each port, a batch counting as one: up to",
                "1000000, 0 for no limit. Default: ${DEFAULT-VALUE}"
            })
    private int maxRatePerAddress;

    /** @throws ParameterException if a value is out of its range, or a file cannot be read */
    SecuritySettings security() {
        return new SecuritySettings(Optional.ofNullable(adminTokenFile).map(this::token), addressLimits());
    }

    private AddressLimits addressLimits() {
        try {
            return new AddressLimits(maxConnectionsPerAddress, maxRatePerAddress);
        } catch (IllegalArgumentException e) {
            throw refused(String.valueOf(e.getMessage()), e);
        }
    }

    private AdminToken token(Path file) {
        try {
            return AdminToken.read(file);
        } catch (IOException e) {
            throw refused("--admin-token-file cannot be read: " + e, e);
        } catch (IllegalArgumentException e) {
            throw refused("--admin-token-file: " + e.getMessage(), e);
        }
    }

    private ParameterException refused(String message, Exception cause) {
        return new ParameterException(command.commandLine(), message, cause);
    }
}
