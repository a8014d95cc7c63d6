package io.snowkeeper.coordinator.fleet;

import io.snowkeeper.coordinator.FleetView;
import io.snowkeeper.coordinator.FleetView.LiveNode;
import io.snowkeeper.coordinator.FleetView.SlotState;
import io.snowkeeper.coordinator.FleetView.WorkerSlot;
import io.snowkeeper.coordinator.FleetViewUnavailableException;
import io.snowkeeper.coordinator.store.CoordinationStore;
import io.snowkeeper.coordinator.store.NoAnswerException;
import io.snowkeeper.coordinator.store.PayloadCodec;
import io.snowkeeper.coordinator.store.RecordChildren;
import io.snowkeeper.coordinator.store.StoreDeniedException;
import io.snowkeeper.coordinator.store.StoreSession;
import io.snowkeeper.coordinator.store.StoredRecord;
import io.snowkeeper.core.MillisClock;
import io.snowkeeper.core.UnavailableReason;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A reader of the whole fleet, which does not block: all requests go out at once, and the view is put together on a
 * thread of the store's. The view decides nothing, so it need not be the latest.
 */
public final class FleetReader {

    /** A node's own payloads are a tenth of it. In an open ZooKeeper, any client may write more, which is not shown. */
    public static final int MAX_PAYLOAD_BYTES = 8 * 1024;

    /** A slot whose reservation ended before that is not one that is being handed back. */
    private static final long RECENT_MILLIS = 3_600_000;

    private final CoordinationStore store;
    private final MillisClock clock;
    private final Supplier<Optional<FleetRecord>> fleet;
    private final long workerIds;

    public FleetReader(
            CoordinationStore store, MillisClock clock, Supplier<Optional<FleetRecord>> fleet, long workerIds) {
        this.store = store;
        this.clock = clock;
        this.fleet = fleet;
        this.workerIds = workerIds;
    }

    /**
     * Fails if the store does not answer, how long that takes is its affair; with a
     * {@link FleetViewUnavailableException} if it denies access.
     */
    public CompletableFuture<FleetView> read() {
        // The slots before the claims: a visible slot's live owner is then visible too.
        return payloadsBelow(FleetPaths.WORKERS)
                .thenCompose(slots -> payloadsBelow(FleetPaths.CLAIMS)
                        .thenCompose(
                                claims -> readAgain(slots, claims).thenApply(latest -> view(slots, latest, claims))));
    }

    private CompletableFuture<Map<String, byte[]>> payloadsBelow(String parent) {
        return request(session -> session.children(parent))
                .thenCompose(children ->
                        payloads(parent, children.map(RecordChildren::names).orElse(List.of())));
    }

    private CompletableFuture<Map<String, byte[]>> payloads(String parent, Collection<String> names) {
        Map<String, CompletableFuture<Optional<byte[]>>> reads =
                names.stream().collect(Collectors.toMap(name -> name, name -> payload(parent + "/" + name)));
        return CompletableFuture.allOf(reads.values().toArray(CompletableFuture[]::new))
                .thenApply(all -> reads.entrySet().stream()
                        .filter(read -> read.getValue().join().isPresent())
                        .collect(Collectors.toMap(
                                Map.Entry::getKey,
                                read -> read.getValue().join().orElseThrow())));
    }

    /**
     * Returns all slots, those that rest as they are now: a member that leaves writes its slot and deletes its claim in one step, and
     * would look killed in a slot from before that step and claims from after it.
     */
    private CompletableFuture<Map<String, byte[]>> readAgain(Map<String, byte[]> slots, Map<String, byte[]> claims) {
        long recently = clock.millis() - RECENT_MILLIS;
        List<String> resting = slots.entrySet().stream()
                .filter(slot -> recordIn(slot.getValue())
                        .filter(record -> !record.wasRetired() && !claims.containsKey(record.owner()))
                        .filter(record -> record.reservedUntilMillis() > recently)
                        .isPresent())
                .map(Map.Entry::getKey)
                .toList();
        return payloads(FleetPaths.WORKERS, resting).thenApply(again -> {
            Map<String, byte[]> latest = new HashMap<>(slots);
            latest.keySet().removeAll(resting);
            latest.putAll(again);
            return latest;
        });
    }

    private CompletableFuture<Optional<byte[]>> payload(String path) {
        return request(session -> session.read(path)).thenApply(found -> found.map(StoredRecord::payload));
    }

    private <T> CompletableFuture<T> request(Function<StoreSession, CompletableFuture<T>> request) {
        CompletableFuture<T> answer;
        try {
            answer = request.apply(store.session());
        } catch (NoAnswerException e) {
            answer = CompletableFuture.failedFuture(e);
        }
        return answer.exceptionallyCompose(failure -> CompletableFuture.failedFuture(
                failure instanceof StoreDeniedException
                        ? new FleetViewUnavailableException(
                                UnavailableReason.ZOOKEEPER_DENIES, "the fleet cannot be read: " + failure.getMessage())
                        : failure));
    }

    private FleetView view(Map<String, byte[]> before, Map<String, byte[]> slots, Map<String, byte[]> claims) {
        Instant now = Instant.ofEpochMilli(clock.millis());
        List<WorkerSlot> workers = slots.entrySet().stream()
                .flatMap(slot -> slot(slot.getKey(), before.get(slot.getKey()), slot.getValue(), claims, now).stream())
                .sorted(Comparator.comparingLong(WorkerSlot::workerId))
                .toList();
        List<LiveNode> nodes = new ArrayList<>();
        claims.values().forEach(json -> node(json).ifPresent(nodes::add));
        nodes.sort(Comparator.comparing(LiveNode::name)
                .thenComparingLong(node -> node.workerId().orElse(Long.MAX_VALUE)));
        return new FleetView(now, fleet.get().map(FleetRecord::id), workerIds, workers, nodes);
    }

    private Optional<WorkerSlot> slot(
            String name, byte @Nullable [] before, byte[] json, Map<String, byte[]> claims, Instant now) {
        Optional<Long> workerId = workerIdOf(name);
        if (workerId.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(recordIn(json)
                .map(slot -> new WorkerSlot(
                        workerId.get(),
                        isTakenSince(before, slot) ? SlotState.LIVE : stateOf(slot, claims.keySet(), now),
                        Optional.of(slot.node()),
                        Optional.of(slot.reservedUntil())))
                .orElseGet(() ->
                        new WorkerSlot(workerId.get(), SlotState.UNREADABLE, Optional.empty(), Optional.empty())));
    }

    /** Another owner than before the claims were read has a claim that is not among them. */
    private static boolean isTakenSince(byte @Nullable [] before, SlotRecord slot) {
        return !slot.wasRetired()
                && before != null
                && recordIn(before)
                        .filter(record -> !record.owner().equals(slot.owner()))
                        .isPresent();
    }

    private static Optional<SlotRecord> recordIn(byte[] json) {
        try {
            requireToBeShown(json);
            return Optional.of(PayloadCodec.decode(json, SlotRecord.class));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static void requireToBeShown(byte[] json) throws IOException {
        if (json.length > MAX_PAYLOAD_BYTES) {
            throw new IOException("must be <= %s bytes to be shown: %s".formatted(MAX_PAYLOAD_BYTES, json.length));
        }
    }

    private static SlotState stateOf(SlotRecord slot, Set<String> liveClaims, Instant now) {
        if (slot.wasRetired()) {
            return SlotState.RETIRED;
        }
        if (liveClaims.contains(slot.owner())) {
            return SlotState.LIVE;
        }
        return slot.reservedUntil().isAfter(now) ? SlotState.RESTING : SlotState.FREE;
    }

    /** A node made by hand may be there; it is not a worker id. */
    private Optional<Long> workerIdOf(String name) {
        return Stream.of(name)
                .filter(text -> text.matches("\\d{1,5}"))
                .map(Long::valueOf)
                .filter(workerId -> workerId < workerIds)
                .findFirst();
    }

    private static Optional<LiveNode> node(byte[] json) {
        try {
            requireToBeShown(json);
            ClaimRecord claim = PayloadCodec.decode(json, ClaimRecord.class);
            return Optional.of(new LiveNode(
                    claim.node(),
                    claim.memberKind(),
                    claim.worker() == null ? OptionalLong.empty() : OptionalLong.of(claim.worker()),
                    claim.endpoints(),
                    claim.since(),
                    claim.skewMillis() == null ? OptionalLong.empty() : OptionalLong.of(claim.skewMillis()),
                    claim.idsPerSecond() == null ? OptionalDouble.empty() : OptionalDouble.of(claim.idsPerSecond())));
        } catch (IOException e) {
            // A claim that we do not understand still keeps its slot; there is nothing to show of it.
            return Optional.empty();
        }
    }
}
