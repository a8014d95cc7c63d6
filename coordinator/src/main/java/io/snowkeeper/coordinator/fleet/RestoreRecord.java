package io.snowkeeper.coordinator.fleet;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Payload of the record of restores: how often ZooKeeper's data was found to be older than it had been. From when one is found until an
 * operator ends it, no sequence of the fleet is served, since numbers that were handed out would be handed out again.
 *
 * <pre>{@code
 * /restores
 * {"restores":[{"found":"2026-11-28T09:00:00Z","by":"n1","evidence":"znode /workers/17 has version 61, this node has seen version 63",
 * "ended":"2026-11-28T09:20:00Z"}]}
 * }</pre>
 *
 * @param restores in the order in which they were found
 */
public record RestoreRecord(List<Restore> restores) {

    public static final RestoreRecord NONE = new RestoreRecord(List.of());

    public RestoreRecord {
        restores = List.copyOf(restores);
    }

    /**
     * A restore.
     *
     * @param found when it was found, by ZooKeeper's clock
     * @param by the node that found it, or the operator who reported it
     * @param evidence the evidence for it, for people
     * @param ended when an operator had advanced the sequences, so that they may go on; null if the restore is open
     */
    public record Restore(
            Instant found,
            String by,
            String evidence,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Instant ended) {

        public Restore {
            requireNonNull(found, "found");
            requireNonNull(by, "by");
            requireNonNull(evidence, "evidence");
        }
    }

    /** Returns the restore that is not ended yet; empty if there is none. */
    public Optional<Restore> open() {
        return last().filter(restore -> restore.ended() == null);
    }

    /** Returns when the last restore was found, which identifies it; null if there was none. */
    public @Nullable Instant latest() {
        return last().map(Restore::found).orElse(null);
    }

    /** Returns whether a restore was found since one that is known, null if none is. */
    public boolean foundSince(@Nullable Instant known) {
        Instant latest = latest();
        return latest != null && (known == null || latest.isAfter(known));
    }

    public Optional<Restore> last() {
        return restores.isEmpty() ? Optional.empty() : Optional.of(restores.get(restores.size() - 1));
    }

    /**
     * Returns the record with a further restore, whose time is later than the ones before even if the clock went back.
     */
    public RestoreRecord found(Instant time, String by, String evidence) {
        Instant latest = latest();
        List<Restore> more = new ArrayList<>(restores);
        more.add(new Restore(latest == null || time.isAfter(latest) ? time : latest.plusMillis(1), by, evidence, null));
        return new RestoreRecord(more);
    }

    /** Returns the record once the last restore is ended. */
    public RestoreRecord endedAt(Instant time) {
        List<Restore> all = new ArrayList<>(restores);
        Restore last = all.remove(all.size() - 1);
        all.add(new Restore(last.found(), last.by(), last.evidence(), time));
        return new RestoreRecord(all);
    }
}
