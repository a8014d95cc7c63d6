package io.snowkeeper.simulation.judge;

import io.snowkeeper.coordinator.fleet.FleetPaths;
import io.snowkeeper.coordinator.fleet.RestoreRecord;
import io.snowkeeper.coordinator.store.StoredRecord;
import io.snowkeeper.core.business.BusinessNumber;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * The judge of restored data: from then until an operator has ended the restore, no sequence is served; and no number
 * that a client got before is handed out to another afterwards. So it knows all numbers that clients got, by which an
 * operator recovers.
 */
public final class RestoreJudge {

    private final LongSupplier nanos;
    private final Map<String, Map<BusinessNumber, Told>> told = new HashMap<>();
    private final List<Confirmed> confirmed = new ArrayList<>();
    private boolean closed;
    private long endedNanos = -1;

    /** Numbers from before this time are settled: void, or as in the books. */
    private long settledNanos = -1;

    /** @param nanos the time of the world */
    public RestoreJudge(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /**
     * A number that a client got.
     *
     * @param process the process that handed it out
     * @param key the key of its request
     * @param atNanos when it was handed out for this key first
     */
    public record Told(BusinessNumber number, String process, Optional<String> key, long atNanos) {}

    private record Confirmed(String sequence, long number, long atNanos) {}

    /** Older data were put back. */
    public void putBack() {
        closed = true;
        settledNanos = nanos.getAsLong();
    }

    /** Takes note of a write of the servers. */
    public void wrote(String path, Optional<StoredRecord> record) {
        if (path.equals(FleetPaths.RESTORES)
                && record.flatMap(found -> Written.decode(found, RestoreRecord.class))
                        .filter(restores -> restores.open().isEmpty())
                        .isPresent()) {
            closed = false;
            endedNanos = nanos.getAsLong();
            settledNanos = endedNanos;
        }
    }

    /** Returns when the last restore was ended, -1 if none was. */
    public long endedNanos() {
        return endedNanos;
    }

    /** Takes note of a number that a client got. */
    public void told(String sequence, BusinessNumber number, String process, Optional<String> key) {
        requireOpen(sequence, "told " + number, process);
        Map<BusinessNumber, Told> ofSequence = told.computeIfAbsent(sequence, unused -> new HashMap<>());
        Told before = ofSequence.get(number);
        if (before != null && key.isPresent() && key.equals(before.key)) {
            return;
        }
        if (before != null && before.atNanos < settledNanos) {
            throw new BrokenPromiseException(
                    "sequence %s: %s told %s to key %s, and %s had told it to key %s before older data were put back"
                            .formatted(
                                    sequence,
                                    process,
                                    number,
                                    key.orElse("none"),
                                    before.process,
                                    before.key.orElse("none")));
        }
        ofSequence.put(number, new Told(number, process, key, nanos.getAsLong()));
    }

    /** Takes note of the answer that a number of a sequence without periods is confirmed. */
    public void confirmed(String sequence, long number, String process) {
        requireOpen(sequence, "confirmed " + number, process);
        confirmed.add(new Confirmed(sequence, number, nanos.getAsLong()));
    }

    private void requireOpen(String sequence, String what, String process) {
        if (closed) {
            throw new BrokenPromiseException(
                    "sequence %s: %s has %s, of data that were put back and before anybody had seen to that"
                            .formatted(sequence, process, what));
        }
    }

    /** Returns the numbers of a sequence that clients got, of all sequences of its name. */
    public Collection<Told> told(String sequence) {
        return told.getOrDefault(sequence, Map.of()).values();
    }

    /** Returns whether a number was handed out before the last restore was ended. */
    public boolean isOfBefore(String sequence, BusinessNumber number) {
        Told found = told.getOrDefault(sequence, Map.of()).get(number);
        return found != null && found.atNanos < settledNanos;
    }

    /** Returns the keys for which clients got a number since then. */
    public Set<String> keysSince(String sequence, long sinceNanos) {
        return told(sequence).stream()
                .filter(number -> number.atNanos > sinceNanos)
                .flatMap(number -> number.key.stream())
                .collect(Collectors.toSet());
    }

    /** Returns the numbers that clients got confirmed since then. */
    public Set<Long> confirmedSince(String sequence, long sinceNanos) {
        return confirmed.stream()
                .filter(found -> found.sequence.equals(sequence) && found.atNanos > sinceNanos)
                .map(Confirmed::number)
                .collect(Collectors.toSet());
    }
}
