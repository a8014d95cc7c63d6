package io.snowkeeper.node.security;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * The settings of who may do what on a port, and how much of it.
 *
 * @param adminToken what calls that change sequences or drain the node have to carry; empty if there is none
 * @param addressLimits what one client address may have of each port
 * @param allowedHosts by which names the node may be asked over HTTP
 */
public record SecuritySettings(
        Optional<AdminToken> adminToken, AddressLimits addressLimits, AllowedHosts allowedHosts) {

    /** No token, no limits, and any name. */
    public static final SecuritySettings NONE = new SecuritySettings(Optional.empty());

    public SecuritySettings {
        requireNonNull(adminToken);
        requireNonNull(addressLimits);
        requireNonNull(allowedHosts);
    }

    /** Makes settings of a node that may be asked by any name. */
    public SecuritySettings(Optional<AdminToken> adminToken, AddressLimits addressLimits) {
        this(adminToken, addressLimits, AllowedHosts.ANY);
    }

    /** Makes settings without limits for addresses, of a node that may be asked by any name. */
    public SecuritySettings(Optional<AdminToken> adminToken) {
        this(adminToken, AddressLimits.NONE);
    }
}
