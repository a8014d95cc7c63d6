package io.snowkeeper.client.internal.dispatch;

import io.netty.util.concurrent.EventExecutor;
import io.snowkeeper.client.internal.connection.Backoff;
import io.snowkeeper.client.internal.connection.Connection;
import io.snowkeeper.client.internal.connection.Endpoint;
import io.snowkeeper.client.internal.connection.Server;
import io.snowkeeper.client.internal.connection.ServerSet;
import io.snowkeeper.core.UnavailableReason;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The dispatcher of calls about sequences. A node answers one of them at a time on a connection, so each has a connection to
 * itself until it is answered. All clients ask the same server for a sequence as long as it answers, since a sequence is
 * fastest on one node.
 *
 * <p>A call that a server may have begun is sent again only if that cannot take other numbers. Used on the client's thread
 * alone, but for {@link #submit}.
 */
final class SequenceDispatcher implements Endpoint.Owner, SequenceAttempt.Owner {

    private final Executor arrivals;
    private final EventExecutor thread;
    private final LongSupplier nanoTime;
    private final CallFailures failures;
    private final ClientSettings settings;
    private final ServerSet servers;
    private final long attemptNanos;
    private final Backoff backoff;
    private final Map<Endpoint, Queue<SequenceCall<?>>> waiting = new LinkedHashMap<>();

    /** Their names stand for them no longer; they have requests in flight. */
    private final List<Endpoint> retired = new ArrayList<>();

    /** Calls that no server gets: none was known, or their deadline has passed. */
    private final List<SequenceCall<?>> homeless = new ArrayList<>();

    private final LongAdder retries = new LongAdder();

    /**
     * @param arrivals runs new calls' tasks on the client's thread
     * @param thread the client's
     * @param settings say how long a call may take
     * @param servers hears which ones fail
     * @param attemptNanos how long an answer may take
     * @param backoff how long a call waits before it is sent again, if its server cannot answer it for now
     */
    SequenceDispatcher(
            Executor arrivals,
            EventExecutor thread,
            LongSupplier nanoTime,
            CallFailures failures,
            ClientSettings settings,
            ServerSet servers,
            long attemptNanos,
            Backoff backoff) {
        this.arrivals = arrivals;
        this.thread = thread;
        this.nanoTime = nanoTime;
        this.failures = failures;
        this.settings = settings;
        this.servers = servers;
        this.attemptNanos = attemptNanos;
        this.backoff = backoff;
    }

    /** Adds a server to ask. */
    void add(Endpoint endpoint) {
        waiting.put(endpoint, new ArrayDeque<>());
        List<SequenceCall<?>> calls = List.copyOf(homeless);
        homeless.clear();
        calls.forEach(this::place);
    }

    /** Sends a server no further requests. It may answer earlier ones. */
    void retire(Server server) {
        for (Endpoint endpoint : List.copyOf(waiting.keySet())) {
            if (endpoint.server().equals(server)) {
                Queue<SequenceCall<?>> calls = queue(endpoint);
                waiting.remove(endpoint);
                retired.add(endpoint);
                endpoint.retire();
                calls.forEach(this::place);
            }
        }
    }

    /** Takes a call. May be called by any thread. */
    void submit(SequenceCall<?> call) {
        arrivals.execute(() -> place(call));
    }

    /** Gives a call to the next server in the sequence's order of servers, which is the same for every client. */
    private void place(SequenceCall<?> call) {
        if (call.isOver(nanoTime.getAsLong())) {
            // It was refused up to its deadline: it is not sent again, and fails at the next look at deadlines.
            homeless.add(call);
            return;
        }
        Optional<Endpoint> best = waiting.keySet().stream()
                .min(Comparator.comparing(Endpoint::isResting)
                        .thenComparing(endpoint -> endpoint.equals(call.lastTried()))
                        .thenComparing(endpoint -> rank(call.request().sequence(), endpoint.server())));
        if (best.isEmpty()) {
            homeless.add(call);
            return;
        }
        queue(best.get()).add(call);
        dispatch(best.get());
    }

    /** Gives it to another server after a while. */
    @Override
    public void placeLater(SequenceCall<?> call) {
        if (call.isDone()) {
            return;
        }
        retries.increment();
        // No longer than to its deadline, when it is looked at again.
        long delay = Math.min(backoff.nanosAfter(call.attempts()), call.leftNanos(nanoTime.getAsLong()));
        var unused = thread.schedule(() -> place(call), delay, TimeUnit.NANOSECONDS);
    }

    private static int rank(String sequence, Server server) {
        // Mixed, since the hashes of texts that are alike are alike.
        int mixed = (sequence + '@' + server).hashCode() * 0x9E3779B9;
        return mixed ^ (mixed >>> 15);
    }

    @Override
    public void available(Endpoint endpoint) {
        if (endpoint.isResting()) {
            return;
        }
        // Calls that wait for a server that rests may as well come here.
        waiting.forEach((other, calls) -> {
            if (other.isResting()) {
                queue(endpoint).addAll(calls);
                calls.clear();
            }
        });
        dispatch(endpoint);
    }

    @Override
    public void resting(Endpoint endpoint) {
        servers.failed(endpoint.server());
        List<SequenceCall<?>> calls = new ArrayList<>(queue(endpoint));
        queue(endpoint).clear();
        calls.forEach(this::place);
    }

    private void dispatch(Endpoint endpoint) {
        Queue<SequenceCall<?>> calls = queue(endpoint);
        dropGone(calls);
        while (!calls.isEmpty()) {
            long now = nanoTime.getAsLong();
            Connection free = endpoint.leastBusy(now);
            if (free == null) {
                endpoint.openAnother(now);
                return;
            }
            SequenceCall<?> call = calls.remove();
            if (call.isOver(now)) {
                homeless.add(call);
                continue;
            }
            try {
                free.send(new SequenceAttempt(this, failures, attemptNanos, call, endpoint, free));
            } catch (RuntimeException | OutOfMemoryError e) {
                // Its line cannot be made, for example because an argument is null. Other calls must not suffer.
                call.completeExceptionally(e);
            }
            dropGone(calls);
        }
    }

    /** Callers may have cancelled. */
    private static void dropGone(Queue<SequenceCall<?>> calls) {
        while (!calls.isEmpty() && calls.element().isDone()) {
            calls.remove();
        }
    }

    private Queue<SequenceCall<?>> queue(Endpoint endpoint) {
        Queue<SequenceCall<?>> queue = waiting.get(endpoint);
        if (queue == null) {
            throw new IllegalArgumentException("must be one of ours: endpoint=" + endpoint.server());
        }
        return queue;
    }

    /** Fails the calls that have waited to their deadline, and sees to the connections. */
    void tick(long nowNanos) {
        Duration deadline = settings.deadline(Endpoint.areAway(waiting.keySet()));
        waiting.values().forEach(calls -> expire(calls, nowNanos, deadline));
        expire(homeless, nowNanos, deadline);
        waiting.keySet().forEach(endpoint -> endpoint.tick(nowNanos));
        retired.forEach(endpoint -> endpoint.tick(nowNanos));
        retired.removeIf(endpoint -> !endpoint.hasConnections());
    }

    private void expire(Collection<SequenceCall<?>> calls, long nowNanos, Duration deadline) {
        long dueNanos = nowNanos + settings.deadline().minus(deadline).toNanos();
        calls.removeIf(call -> {
            if (call.isOver(dueNanos)) {
                expire(call, deadline);
            }
            return call.isDone();
        });
    }

    @Override
    public void expire(SequenceCall<?> call) {
        expire(call, settings.deadline());
    }

    /** Fails a call that has waited to its deadline. */
    private void expire(SequenceCall<?> call, Duration deadline) {
        if (!call.isDone()) {
            call.completeExceptionally(failure(call, call.doubt(), Optional.empty(), deadline));
        }
    }

    /** Sends a call again if that can do no harm; otherwise it fails. */
    @Override
    public void retry(SequenceCall<?> call, String problem, Optional<UnavailableReason> reason, boolean later) {
        if (call.isDone()) {
            return;
        }
        if (!call.request().repeatable()) {
            call.completeExceptionally(failure(call, problem, reason, settings.deadline()));
        } else {
            if (later) {
                placeLater(call);
            } else {
                retries.increment();
                place(call);
            }
        }
    }

    /** Returns how many calls were sent again, each time that they were. May be called by any thread. */
    long retries() {
        return retries.sum();
    }

    /** Reports for each server whether its last request succeeded. */
    void eachServer(BiConsumer<Server, Boolean> told) {
        waiting.keySet().forEach(endpoint -> told.accept(endpoint.server(), endpoint.isAnswering()));
    }

    private RuntimeException failure(
            SequenceCall<?> call, @Nullable String doubt, Optional<UnavailableReason> reason, Duration deadline) {
        if (doubt != null) {
            return failures.outcomeUnknown(call.request().type(), call.request().sequence(), doubt, reason);
        }
        return failures.noAnswer(
                deadline,
                servers.describe(server -> Endpoint.describe(waiting.keySet(), server)),
                Endpoint.commonReason(waiting.keySet()));
    }

    void closeUnusedSince(long thenNanos) {
        waiting.keySet().forEach(endpoint -> endpoint.closeUnusedSince(thenNanos));
    }

    void close() {
        waiting.keySet().forEach(Endpoint::close);
        retired.forEach(Endpoint::close);
    }
}
