package io.snowkeeper.simulation;

import io.snowkeeper.coordinator.memory.MemoryEnsemble;
import io.snowkeeper.coordinator.store.StoredRecord;
import io.snowkeeper.core.sequence.PendingReservation;
import io.snowkeeper.core.sequence.SequenceDefinition;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.sequences.fleet.RestoredSequence;
import io.snowkeeper.sequences.ledger.LedgerHead;
import io.snowkeeper.sequences.record.NameRecord;
import io.snowkeeper.sequences.record.SequencePaths;
import io.snowkeeper.sequences.record.SequenceRecord;
import io.snowkeeper.simulation.judge.LossJudge;
import io.snowkeeper.simulation.judge.ReservationJudge;
import io.snowkeeper.simulation.judge.RestoreJudge;
import io.snowkeeper.simulation.judge.SequenceRefusalJudge;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/**
 * The world's restored data of its sequences: its clients and judges go back to them, but for the numbers that clients
 * got.
 *
 * <p>The other judges hold as they are: the reservations of a slot, and the possible ranges of a key's numbers, only
 * grow.
 */
record RestoredWorld(
        MemoryEnsemble ensemble,
        SequenceClients sequences,
        List<DocumentClients> documents,
        RestoreJudge restores,
        SequenceRefusalJudge refusals,
        LossJudge losses,
        ReservationJudge reservations) {

    /** Returns whether there is all that clients count on. */
    boolean isComplete() {
        return sequences.areMade() && documents.stream().allMatch(DocumentClients::isMade);
    }

    /** All nodes are down. */
    void halt() {
        sequences.halt();
    }

    /**
     * Older data were put back.
     *
     * @param sinceNanos when they were written
     */
    void putBack(long sinceNanos) {
        restores.putBack();
        losses.putBack(ensemble::record);
        refusals.putBack();
        reservations.putBack();
        tell(SequencePaths.SEQUENCES, (path, record) -> {
            refusals.wrote(path, record);
            reservations.wrote(path, record);
        });
        sequences.putBack(sinceNanos, ledgerEntries(SequenceMode.GAPLESS.text()));
        documents.forEach(clients -> clients.putBack(ledgerEntries(clients.name())));
    }

    private void tell(String path, BiConsumer<String, Optional<StoredRecord>> judges) {
        ensemble.record(path).ifPresent(record -> judges.accept(path, Optional.of(record)));
        ensemble.children(path).stream().sorted().forEach(child -> tell(path + "/" + child, judges));
    }

    private long ledgerEntries(String sequence) {
        return incarnation(sequence)
                .flatMap(incarnation -> ensemble.record(SequencePaths.state(sequence, incarnation)))
                .map(state -> state.as(SequenceRecord.class).ledger())
                .map(LedgerHead::entries)
                .orElse(0L);
    }

    private Optional<String> incarnation(String sequence) {
        return ensemble.record(SequencePaths.name(sequence))
                .map(name -> name.as(NameRecord.class).incarnation());
    }

    /** Returns whether there is a sequence that is not among those that were found. */
    boolean lacks(Map<String, RestoredSequence> found) {
        return names().anyMatch(name -> incarnation(name).isPresent() && !found.containsKey(name));
    }

    private Stream<String> names() {
        return Stream.concat(
                Arrays.stream(SequenceMode.values()).map(SequenceMode::text),
                documents.stream().map(DocumentClients::name));
    }

    /** Returns whether the restored data have all ranges from which clients got numbers; appends missing ones again. */
    boolean hasRanges(Map<String, RestoredSequence> found) {
        return sequences.appendAgain(definitions(found));
    }

    /** Sequences go on. */
    void goOn(Map<String, RestoredSequence> found) {
        sequences.goOn(definitions(found));
    }

    private static Map<String, SequenceDefinition> definitions(Map<String, RestoredSequence> found) {
        Map<String, SequenceDefinition> definitions = new HashMap<>();
        found.forEach(
                (name, sequence) -> definitions.put(name, sequence.description().definition()));
        return definitions;
    }

    /** Returns whether the books have the numbers of a reservation by that very reservation. */
    boolean isBooked(String sequence, PendingReservation pending) {
        return documents.stream()
                .filter(clients -> clients.name().equals(sequence))
                .findFirst()
                .map(clients -> clients.isBooked(pending.reservation()))
                .orElseGet(() -> sequences.isConfirmed(pending.reservation()));
    }
}
