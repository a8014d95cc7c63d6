package io.snowkeeper.node.security;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * Who may do what on a port.
 *
 * @param adminToken what calls that change sequences or drain the node have to carry; empty if there is none
 */
public record SecuritySettings(Optional<AdminToken> adminToken) {

    /** No token. */
    public static final SecuritySettings NONE = new SecuritySettings(Optional.empty());

    public SecuritySettings {
        requireNonNull(adminToken);
    }
}
