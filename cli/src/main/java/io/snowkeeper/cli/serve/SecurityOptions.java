package io.snowkeeper.cli.serve;

import io.snowkeeper.core.MillisClock;
import io.snowkeeper.core.text.HostPort;
import io.snowkeeper.core.text.PublicIds;
import io.snowkeeper.node.audit.AuditFile;
import io.snowkeeper.node.audit.JsonAuditLog;
import io.snowkeeper.node.security.AddressLimits;
import io.snowkeeper.node.security.AdminToken;
import io.snowkeeper.node.security.AllowedHosts;
import io.snowkeeper.node.security.FileWatch;
import io.snowkeeper.node.security.Policy;
import io.snowkeeper.node.security.SecuritySettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The options of the ports' access control. */
final class SecurityOptions {

    /** Outside of our packages, so that it can be set and sent on by itself. */
    static final String AUDIT_LOGGER = "snowkeeper.audit";

    @Spec(Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = "--admin-token-file",
            paramLabel = "FILE",
            description = {
                "File with the token for changing sequences and draining the node: 16 to 1024 visible ASCII characters. Reloaded when it changes. Default: none; such calls only from this machine"
            })
    private @Nullable Path adminTokenFile;

    @Option(
            names = "--policy-file",
            paramLabel = "FILE",
            description = {
                "JSON file of rights by token or certificate: calls, sequences, rates. Reloaded when it changes. Default: none; all clients may take ids and numbers"
            })
    private @Nullable Path policyFile;

    @Option(
            names = "--audit-log",
            paramLabel = "FILE",
            description = {
                "File for changes of sequences and drains, each a line of JSON, besides the log.",
                "Default: none"
            })
    private @Nullable Path auditLog;

    @Option(
            names = "--allowed-hosts",
            paramLabel = "NAME[,...]",
            description = {
                "Host names accepted over HTTP (against DNS rebinding), besides addresses, localhost and --advertise's; '*' for any.",
                "Default: none on loopback, else any"
            })
    private @Nullable String allowedHosts;

    @Option(
            names = "--max-connections-per-address",
            paramLabel = "COUNT",
            defaultValue = "0",
            description = {
                "Most connections of one client address on each port: up to 1000000, 0 for no limit, as behind a load balancer. Default: ${DEFAULT-VALUE}"
            })
    private int maxConnectionsPerAddress;

    @Option(
            names = "--max-rate-per-address",
            paramLabel = "COUNT",
            defaultValue = "0",
            description = {
                "Most requests a second of one client address on each port, a batch counting once: up to 1000000, 0 for no limit. Default: ${DEFAULT-VALUE}"
            })
    private int maxRatePerAddress;

    @Option(
            names = "--public-id-keys",
            paramLabel = "FILE",
            description = {
                "File with the keys of public ids, one a line: letter, base58|base62|crockford32, AES key in hex. The first encrypts, all decrypt. Reloaded when it changes. Default: none; public ids are refused"
            })
    private @Nullable Path publicIdKeys;

    /**
     * @param node the node's name
     * @param clock the clock for the time of changes
     * @param bindAddress where the node listens
     * @param advertised the address for clients, if it was given
     * @throws ParameterException if a value is out of its range, or a file cannot be read
     */
    SecuritySettings security(String node, MillisClock clock, String bindAddress, Optional<HostPort> advertised) {
        AllowedHosts hosts = allowedHosts(bindAddress).and(bindAddress);
        return new SecuritySettings(
                Optional.ofNullable(adminTokenFile).map(this::token),
                addressLimits(),
                advertised.map(HostPort::host).map(hosts::and).orElse(hosts),
                Optional.ofNullable(policyFile).map(this::policy),
                // Not a field: the log's form is an option, which is read first.
                new JsonAuditLog(node, clock, LoggerFactory.getLogger(AUDIT_LOGGER)::info, auditFile()),
                Optional.ofNullable(publicIdKeys).map(this::keys));
    }

    private FileWatch<?, PublicIds> keys(Path file) {
        try {
            return SecuritySettings.watchPublicIdKeys(file);
        } catch (IllegalArgumentException e) {
            throw refused("--public-id-keys: " + e.getMessage(), e);
        }
    }

    private FileWatch<?, Policy> policy(Path file) {
        try {
            return Policy.watch(file, System::nanoTime);
        } catch (IllegalArgumentException e) {
            throw refused("--policy-file: " + e.getMessage(), e);
        }
    }

    private Optional<AuditFile> auditFile() {
        try {
            return auditLog == null ? Optional.empty() : Optional.of(AuditFile.of(auditLog));
        } catch (IOException e) {
            throw refused("--audit-log cannot be written: " + e, e);
        }
    }

    /** Returns the files with secrets, by the names of their options. */
    Map<String, Path> secretFiles() {
        Map<String, Path> files = new TreeMap<>();
        if (adminTokenFile != null) {
            files.put("--admin-token-file", adminTokenFile);
        }
        if (publicIdKeys != null) {
            files.put("--public-id-keys", publicIdKeys);
        }
        return files;
    }

    private AllowedHosts allowedHosts(String bindAddress) {
        if (allowedHosts == null) {
            // Elsewhere it is asked by names that it cannot know: of load balancers, of probes, of Prometheus.
            return isLoopback(bindAddress) ? AllowedHosts.LOOPBACK : AllowedHosts.ANY;
        }
        try {
            return AllowedHosts.parse(allowedHosts);
        } catch (IllegalArgumentException e) {
            throw refused("--allowed-hosts: " + e.getMessage(), e);
        }
    }

    private static boolean isLoopback(String bindAddress) {
        try {
            return Arrays.stream(InetAddress.getAllByName(bindAddress)).allMatch(InetAddress::isLoopbackAddress);
        } catch (UnknownHostException e) {
            // Listening on it fails, too, and reports the reason.
            return true;
        }
    }

    private AddressLimits addressLimits() {
        try {
            return new AddressLimits(maxConnectionsPerAddress, maxRatePerAddress);
        } catch (IllegalArgumentException e) {
            throw refused(String.valueOf(e.getMessage()), e);
        }
    }

    private FileWatch<?, AdminToken> token(Path file) {
        try {
            return AdminToken.watch(file);
        } catch (IllegalArgumentException e) {
            throw refused("--admin-token-file: " + e.getMessage(), e);
        }
    }

    private ParameterException refused(String message, Exception cause) {
        return new ParameterException(command.commandLine(), message, cause);
    }
}
