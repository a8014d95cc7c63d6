package io.snowkeeper.coordinator;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * The security of the connection to a store: login and TLS.
 *
 * @param login the login, which alone may read and change the records made under it; empty for records open to every
 *     client
 * @param tls how the connection is encrypted; empty not to
 */
public record StoreSecurity(Optional<StoreLogin> login, Optional<StoreTls> tls) {

    /** Neither a login nor TLS. */
    public static final StoreSecurity NONE = new StoreSecurity(Optional.empty(), Optional.empty());

    public StoreSecurity {
        requireNonNull(login);
        requireNonNull(tls);
    }
}
