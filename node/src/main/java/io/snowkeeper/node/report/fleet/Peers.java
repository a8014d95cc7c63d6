package io.snowkeeper.node.report.fleet;

import io.snowkeeper.core.MillisClock;
import io.snowkeeper.node.report.NodeReport;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The other nodes of the fleet, whose reports are fetched on request, each once a second at the most. Thread-safe. */
final class Peers {

    /** How long all of them together are waited for. A node that has not answered by then is shown as it was last, see {@link Peer#LIFETIME}. */
    static final Duration PATIENCE = Duration.ofMillis(1500);

    /** How long one of them is waited for before the next one of its lane is asked. */
    static final Duration LONGEST = Duration.ofSeconds(2);

    /** How many are asked at the same time. */
    static final int LANES = 16;

    private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final PeerClient client;
    private final Predicate<NodeReport> isSelf;
    private final MillisClock clock;
    private final LongSupplier nanoTime;

    /** Guarded by this. */
    private final Map<Address, Entry> entries = new LinkedHashMap<>();

    /** A node's name, and where it answers HTTP. */
    record Address(String name, URI url) {}

    /** A peer that is to be queried, and the future that completes when that is done. */
    private record Due(Address address, Peer peer, CompletableFuture<@Nullable Void> done) {}

    /** A peer, and when it was asked last. Guarded by the outer object, but for the peer. */
    private static final class Entry {
        private final Peer peer;
        private long askedAt;
        private @Nullable CompletableFuture<?> asking;

        Entry(Peer peer) {
            this.peer = peer;
        }
    }

    /** @param isSelf whether a report is the requesting node's own */
    Peers(PeerClient client, Predicate<NodeReport> isSelf, MillisClock clock, LongSupplier nanoTime) {
        this.client = client;
        this.isSelf = isSelf;
        this.clock = clock;
        this.nanoTime = nanoTime;
    }

    /** Asks those that were not asked within the last second. Completes when they have answered, or the patience is over; never fails. */
    CompletionStage<Map<Address, Peer>> ask(Collection<Address> addresses, String fleet) {
        List<CompletableFuture<?>> waits = new ArrayList<>();
        List<Due> due = new ArrayList<>();
        Map<Address, Peer> peers = new LinkedHashMap<>();
        synchronized (this) {
            long now = nanoTime.getAsLong();
            entries.keySet().retainAll(Set.copyOf(addresses));
            for (Address address : addresses) {
                Entry entry = entries.computeIfAbsent(address, key -> new Entry(new Peer(clock, nanoTime)));
                peers.put(address, entry.peer);
                CompletableFuture<?> asking = entry.asking;
                if (asking == null || (asking.isDone() && now - entry.askedAt >= FRESH_NANOS)) {
                    CompletableFuture<@Nullable Void> begun = new CompletableFuture<>();
                    entry.asking = begun;
                    entry.askedAt = now;
                    waits.add(begun);
                    due.add(new Due(address, entry.peer, begun));
                } else {
                    waits.add(asking);
                }
            }
        }
        for (int lane = 0; lane < LANES; lane++) {
            askFrom(due, lane, fleet);
        }
        return CompletableFuture.allOf(waits.toArray(CompletableFuture[]::new))
                .completeOnTimeout(null, PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                .thenApply(done -> peers);
    }

    /** One lane asks one after the other. */
    private void askFrom(List<Due> due, int index, String fleet) {
        if (index < due.size()) {
            Due next = due.get(index);
            ask(next, fleet);
            var unused = next.done().thenRun(() -> askFrom(due, index + LANES, fleet));
        }
    }

    private void ask(Due due, String fleet) {
        Peer peer = due.peer();
        var unused = client.ask(due.address().url())
                .toCompletableFuture()
                .copy()
                // The client gives up itself; but if it ever did not, the lane would stand still for good.
                .orTimeout(LONGEST.toMillis(), TimeUnit.MILLISECONDS)
                .thenAccept(report -> {
                    requireIsItself(report, due.address(), fleet);
                    if (isSelf.test(report)) {
                        peer.turnedOutToBeSelf();
                    } else {
                        peer.answered(report);
                    }
                })
                .exceptionally(failure -> {
                    peer.failed(reasonOf(failure));
                    return null;
                })
                .whenComplete((nothing, failure) -> due.done().complete(null));
    }

    private static void requireIsItself(NodeReport report, Address address, String fleet) {
        if (!report.name().equals(address.name())
                || !report.fleet().orElse(fleet).equals(fleet)) {
            throw new PeerFailureException(
                    "another node answers at %s: %s of fleet %s; does it advertise an address by which others reach it?"
                            .formatted(
                                    address.url(), report.name(), report.fleet().orElse("unknown")),
                    true);
        }
    }

    private static PeerFailureException reasonOf(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof PeerFailureException known) {
            return known;
        }
        return cause instanceof TimeoutException
                ? new PeerFailureException("no answer within %s ms".formatted(LONGEST.toMillis()), false)
                : new PeerFailureException(String.valueOf(cause), false);
    }
}
