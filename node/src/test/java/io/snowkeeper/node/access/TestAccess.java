package io.snowkeeper.node.access;

import io.snowkeeper.node.security.Peer;
import io.snowkeeper.node.security.SecuritySettings;
import java.util.List;
import java.util.Optional;

/** The access of clients in tests. */
public final class TestAccess {

    private TestAccess() {}

    /** Returns that of a program of the node's machine, on a node without token and policy. */
    public static ClientAccess open() {
        return of(SecuritySettings.NONE, Peer.THIS_MACHINE);
    }

    /** Returns that of a client without a certificate. */
    public static ClientAccess of(SecuritySettings security, Peer peer) {
        return new AccessControl("http", security).connected(peer, List::of, () -> Optional.of("192.0.2.7"));
    }
}
