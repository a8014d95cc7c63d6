package io.snowkeeper.node.security;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * Who may do what on a port, and how much of it.
 *
 * @param adminToken what calls that change sequences or drain the node have to carry; empty if there is none
 * @param addressLimits what one client address may have of each port
 */
public record SecuritySettings(Optional<AdminToken> adminToken, AddressLimits addressLimits) {

    /** No token, and no limits. */
    public static final SecuritySettings NONE = new SecuritySettings(Optional.empty());

    public SecuritySettings {
        requireNonNull(adminToken);
        requireNonNull(addressLimits);
    }

    /** Makes settings without limits for addresses. */
    public SecuritySettings(Optional<AdminToken> adminToken) {
        this(adminToken, AddressLimits.NONE);
    }
}
