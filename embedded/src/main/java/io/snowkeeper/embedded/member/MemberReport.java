package io.snowkeeper.embedded.member;

import io.snowkeeper.coordinator.LeaseCounts;
import io.snowkeeper.coordinator.MembershipStatus;
import io.snowkeeper.embedded.id.HighestSequences;
import java.util.List;
import java.util.Set;

/** What a process reports of its parts in its fleet. None of it takes time; thread-safe. */
public interface MemberReport {

    /** Returns how each part stands. */
    List<MembershipStatus> memberships();

    /** Returns what has happened to each part's lease. */
    List<LeaseCounts> leaseCounts();

    /** Returns the worker ids that are held now. */
    Set<Long> workerIds();

    /** Returns the highest sequences that any part has used within a tick. */
    HighestSequences highestSequences();

    /** Returns how long all parts' renewals took, and their writes to ZooKeeper. */
    CoordinationTimes times();
}
