package io.snowkeeper.sequences.access;

import static java.util.Objects.requireNonNull;

/**
 * Payload of the fleet's znode, as far as sequences are concerned.
 *
 * @param id the fleet's identity
 */
record FleetId(String id) {

    FleetId {
        requireNonNull(id, "id is null");
    }
}
