package io.snowkeeper.node.security;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.core.text.PublicIds;
import io.snowkeeper.node.audit.AuditLog;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The settings of a port's access control and limits.
 *
 * @param adminToken the token for calls that change sequences or drain the node; empty if there is none
 * @param addressLimits the limits of one client address on each port
 * @param allowedHosts the names by which the node may be addressed over HTTP
 * @param policy the rights of clients without that token; empty if there is no policy
 * @param audit the record of changes
 * @param publicIds the keys of public ids; empty if there are none
 */
public record SecuritySettings(
        Optional<FileWatch<?, AdminToken>> adminToken,
        AddressLimits addressLimits,
        AllowedHosts allowedHosts,
        Optional<FileWatch<?, Policy>> policy,
        AuditLog audit,
        Optional<FileWatch<?, PublicIds>> publicIds) {

    /** No token, no limits, no policy, and any name. */
    public static final SecuritySettings NONE = new SecuritySettings(Optional.empty());

    public SecuritySettings {
        requireNonNull(adminToken);
        requireNonNull(addressLimits);
        requireNonNull(allowedHosts);
        requireNonNull(policy);
        requireNonNull(audit);
        requireNonNull(publicIds);
    }

    /** Makes settings without a policy, for a node that records no changes. */
    public SecuritySettings(
            Optional<FileWatch<?, AdminToken>> adminToken, AddressLimits addressLimits, AllowedHosts allowedHosts) {
        this(adminToken, addressLimits, allowedHosts, Optional.empty(), AuditLog.NONE, Optional.empty());
    }

    /** Makes settings of a node that may be asked by any name. */
    public SecuritySettings(Optional<FileWatch<?, AdminToken>> adminToken, AddressLimits addressLimits) {
        this(adminToken, addressLimits, AllowedHosts.ANY);
    }

    /** Makes settings without limits for addresses, of a node that may be asked by any name. */
    public SecuritySettings(Optional<FileWatch<?, AdminToken>> adminToken) {
        this(adminToken, AddressLimits.NONE);
    }

    /**
     * Reads keys of public ids from a file, as {@link PublicIds#ofKeys} does, and watches the file.
     *
     * @throws IllegalArgumentException if the file cannot be read, or there are no keys in it; the message does not contain any
     */
    public static FileWatch<?, PublicIds> watchPublicIdKeys(Path file) {
        return PublicIdKeys.watch(file);
    }

    /** Returns the watches on files, to be started and closed with the node. */
    public List<FileWatch<?, ?>> watches() {
        return Stream.<Optional<? extends FileWatch<?, ?>>>of(adminToken, policy, publicIds)
                .<FileWatch<?, ?>>flatMap(Optional::stream)
                .toList();
    }

    /** Returns the same settings with a policy. */
    public SecuritySettings with(FileWatch<?, Policy> other) {
        return new SecuritySettings(adminToken, addressLimits, allowedHosts, Optional.of(other), audit, publicIds);
    }

    /** Returns the same settings with another record of changes. */
    public SecuritySettings with(AuditLog other) {
        return new SecuritySettings(adminToken, addressLimits, allowedHosts, policy, other, publicIds);
    }
}
