package io.snowkeeper.embedded.member;

import io.snowkeeper.coordinator.LeaseCounts;
import io.snowkeeper.coordinator.MembershipStatus;
import io.snowkeeper.embedded.id.HighestSequences;
import java.util.List;
import java.util.Set;

/** A process' report on its worker ids. None of it takes time; thread-safe. */
public interface MemberReport {

    /** Returns how each worker id stands in the fleet, whether it is held or not. */
    List<MembershipStatus> memberships();

    /** Returns the counts of events of each worker id's lease. */
    List<LeaseCounts> leaseCounts();

    /** Returns the worker ids that are held now. */
    Set<Long> workerIds();

    /** Returns the highest sequences that were used within a tick, under any of them. */
    HighestSequences highestSequences();

    /** Returns how long renewals of all worker ids took, and writes to ZooKeeper. */
    CoordinationTimes times();
}
