package io.snowkeeper.embedded;

import io.snowkeeper.core.api.Unavailability;
import java.util.Optional;
import java.util.Set;

/**
 * A listener to what becomes of an embedded member: told how it stands a moment after it was begun, which may be before it holds a worker
 * id, and again whenever the worker ids that it holds change, or whether ids are to be had, or why not.
 *
 * <p>Calls come one after another from a thread of the member, at the latest a fifth of a second or so after the change; what
 * came and went meanwhile is not told. A call that blocks keeps back later ones, and what the member logs of its readiness and counts for its
 * meters; what it throws is logged. Uniqueness does not depend on them. {@link LeasedIds#close} does not wait for a call that is
 * under way or about to begin, but interrupts it.
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
