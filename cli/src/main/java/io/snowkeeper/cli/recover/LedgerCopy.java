package io.snowkeeper.cli.recover;

import io.snowkeeper.coordinator.recovery.RestoredSequence;
import io.snowkeeper.coordinator.sequence.ledger.InvalidLedgerException;
import io.snowkeeper.coordinator.sequence.ledger.LedgerEntry;
import io.snowkeeper.coordinator.sequence.ledger.LedgerEvent;
import io.snowkeeper.coordinator.sequence.ledger.LedgerReader;
import io.snowkeeper.coordinator.sequence.progress.SequenceProgress;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.node.NodeFailedException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** A copy of a gapless sequence's ledger, by which it is known how far the sequence had come. */
final class LedgerCopy {

    private LedgerCopy() {}

    /**
     * Returns how far a sequence had come; empty if no entry of the last period says it.
     *
     * @throws NodeFailedException if the file cannot be read
     */
    static Optional<SequenceProgress> reached(RestoredSequence sequence, Path file) throws NodeFailedException {
        Optional<SequenceProgress> furthest = Optional.empty();
        Optional<String> period = Optional.empty();
        try (LedgerReader reader =
                new LedgerReader(new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8))) {
            for (LedgerEntry entry = reader.next(); entry != null; entry = reader.next()) {
                if (entry.posting().event() == LedgerEvent.TURN) {
                    period = entry.posting().period();
                    furthest = Optional.empty();
                } else if (entry.posting().event() == LedgerEvent.RESERVE) {
                    for (NumberRange run : entry.posting().numbers()) {
                        furthest = further(furthest, sequence.through(run.to()));
                    }
                }
            }
        } catch (IOException | InvalidLedgerException e) {
            throw new NodeFailedException("%s cannot be read: %s".formatted(file, e.getMessage()), e);
        }
        String ofPeriod = period.orElse(null);
        return furthest.map(reached -> new SequenceProgress(
                reached.sequence(), reached.incarnation(), ofPeriod, reached.taken(), reached.transaction()));
    }

    private static Optional<SequenceProgress> further(
            Optional<SequenceProgress> one, Optional<SequenceProgress> other) {
        return one.isPresent()
                        && (other.isEmpty() || one.get().taken() >= other.get().taken())
                ? one
                : other;
    }
}
