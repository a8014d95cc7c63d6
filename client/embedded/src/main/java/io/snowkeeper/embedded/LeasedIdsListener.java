package io.snowkeeper.embedded;

import io.snowkeeper.core.api.Unavailability;
import java.util.Optional;
import java.util.Set;

/**
 * A listener to the state of an embedded member. It is called a moment after the member was begun, which may be before
 * it holds a worker id, and again whenever its worker ids change, or whether ids are available, or why not.
 *
 * <p>Calls come one after another from a thread of the member, at the latest a fifth of a second or so after the
 * change; a state that has passed by then is not reported. A call that blocks delays later ones, the member's log of
 * its readiness and the counts of its meters; exceptions are logged. Uniqueness does not depend on them.
 * {@link LeasedIds#close} does not wait for a call that is under way or about to begin, but interrupts it.
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
