package io.snowkeeper.embedded.member;

import io.snowkeeper.core.api.Unavailability;
import io.snowkeeper.core.sequence.Page;
import io.snowkeeper.core.sequence.PendingReservation;
import io.snowkeeper.sequences.SequenceUsage;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** A process' report on the sequences that it serves. None of it takes time; thread-safe. */
public interface SequencesReport {

    /** Returns the usage of the sequences that were served here. */
    List<SequenceUsage> sequenceUsage();

    /** Asks for the first pending reservation of a sequence; there is none before sequences are served. Never waits. */
    CompletionStage<Page<PendingReservation>> firstPending(String sequence);

    /** Returns why all numbers of sequences are refused, although ZooKeeper may be reached; empty if they are not. */
    Optional<Unavailability> sequenceRefusal();

    /** Returns how many znodes were found where sequences are, and could not be read. */
    int unreadableSequences();
}
