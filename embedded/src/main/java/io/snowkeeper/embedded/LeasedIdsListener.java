package io.snowkeeper.embedded;

import io.snowkeeper.core.api.Unavailability;
import java.util.Optional;
import java.util.Set;

/**
 * A listener to what becomes of an embedded member: told how it stands once it has joined, and again whenever the worker ids that
 * it holds change, or whether ids are to be had, or why not.
 *
 * <p>Calls come one after another from a thread of the member, at the latest a fifth of a second or so after the change; what
 * came and went meanwhile is not told. A call that blocks keeps later ones back, and nothing else; what it throws is logged. Uniqueness
 * does not depend on them. No call begins after {@link LeasedIds#close} has returned.
 */
@FunctionalInterface
public interface LeasedIdsListener {

    /**
     * Something has changed.
     *
     * @param workerIds the worker ids that are held
     * @param refusal how a call for an id would be refused, empty if it would not
     */
    void changed(Set<Long> workerIds, Optional<Unavailability> refusal);
}
