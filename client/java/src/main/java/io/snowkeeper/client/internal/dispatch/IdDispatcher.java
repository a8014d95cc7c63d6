package io.snowkeeper.client.internal.dispatch;

import io.snowkeeper.client.internal.connection.Connection;
import io.snowkeeper.client.internal.connection.Endpoint;
import io.snowkeeper.client.internal.connection.Server;
import io.snowkeeper.client.internal.connection.ServerSet;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The dispatcher of calls for ids. While servers have room, a call goes out at once; those that come meanwhile wait, and
 * leave together, those of one kind as one request. Calls of a request that failed go back to the front. Any server will do.
 *
 * <p>Used on the client's thread alone, but for {@link #submit}.
 */
final class IdDispatcher implements Endpoint.Owner, IdBatchRequest.Owner {

    /** The most ids in one request, unless a single call wants more: 20 KB in an answer, or 36 KB of sortable ids. */
    private static final int MAX_BATCH = 1000;

    /** The threads that call, as the client's thread sees them. */
    interface Callers {

        /** Some have called. */
        void came();

        /** Lets them run for a moment. */
        void letRun();
    }

    private final Executor thread;
    private final Callers callers;
    private final LongSupplier nanoTime;
    private final CallFailures failures;
    private final ClientSettings settings;
    private final ServerSet servers;
    private final long attemptNanos;
    private final List<Endpoint> endpoints = new ArrayList<>();

    /** Their names stand for them no longer; they have requests in flight. */
    private final List<Endpoint> retired = new ArrayList<>();

    private final Queue<IdCall<?>> arriving = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean arrival = new AtomicBoolean();
    private final Deque<IdCall<?>> waiting = new ArrayDeque<>();

    /** Whether some wait behind others whose deadlines are later. */
    private boolean disordered;

    /** By how many longs an id has. */
    private final Map<Integer, DuplicateCheck> seen = new HashMap<>();

    /** Calls that another server is asked for, from the next tick on: it may have to be connected to first. */
    private final List<IdCall<?>> refused = new ArrayList<>();

    private final LongAdder retries = new LongAdder();
    private int maxBatch = MAX_BATCH;
    private int turn;

    /**
     * @param thread the client's thread
     * @param callers informed of calls, and yielded to
     * @param settings the limits of a call's duration
     * @param servers informed of failing ones
     * @param attemptNanos how long an answer may take
     */
    IdDispatcher(
            Executor thread,
            Callers callers,
            LongSupplier nanoTime,
            CallFailures failures,
            ClientSettings settings,
            ServerSet servers,
            long attemptNanos) {
        this.thread = thread;
        this.callers = callers;
        this.nanoTime = nanoTime;
        this.failures = failures;
        this.settings = settings;
        this.servers = servers;
        this.attemptNanos = attemptNanos;
    }

    /** Adds a server to ask. */
    void add(Endpoint endpoint) {
        endpoints.add(endpoint);
        dispatch(nanoTime.getAsLong());
    }

    /** Sends a server no further requests. It may answer earlier ones. */
    void retire(Server server) {
        for (Endpoint endpoint : List.copyOf(endpoints)) {
            if (endpoint.server().equals(server)) {
                endpoints.remove(endpoint);
                retired.add(endpoint);
                endpoint.retire();
            }
        }
    }

    /** Takes a call. May be called by any thread. */
    void submit(IdCall<?> call) {
        arriving.add(call);
        if (arrival.compareAndSet(false, true)) {
            thread.execute(this::arrive);
        }
    }

    private void arrive() {
        arrival.set(false);
        IdCall<?> call = arriving.poll();
        if (call != null) {
            callers.came();
        }
        for (; call != null; call = arriving.poll()) {
            waiting.add(call);
        }
        dispatch(nanoTime.getAsLong());
    }

    @Override
    public void available(Endpoint endpoint) {
        // An answered caller may call again at once: those calls leave together, and need not wake this thread.
        arrival.set(true);
        callers.letRun();
        arrive();
    }

    @Override
    public void resting(Endpoint endpoint) {
        // Its calls come back one by one.
        servers.failed(endpoint.server());
    }

    private void dispatch(long nowNanos) {
        dropGone();
        if (!waiting.isEmpty()) {
            openFirstConnections(nowNanos);
        }
        while (!waiting.isEmpty()) {
            IdCall<?> first = waiting.element();
            Endpoint server = leastBusy(nowNanos, first);
            if (server == null && first.wasRefused()) {
                // It waits for the other servers alone, and holds up no other call.
                waiting.remove();
                if (!first.failsWithout(endpoints)) {
                    refused.add(first);
                }
                endpoints.forEach(endpoint -> endpoint.openAnother(nowNanos));
                dropGone();
                continue;
            }
            if (server == null) {
                endpoints.forEach(endpoint -> endpoint.openAnother(nowNanos));
                return;
            }
            Connection connection = server.leastBusy(nowNanos);
            if (connection == null) {
                return;
            }
            List<IdCall<?>> batch = takeBatch();
            // All may have been cancelled meanwhile, by another thread.
            if (!batch.isEmpty()) {
                send(batch, server, connection, nowNanos);
            }
            dropGone();
        }
    }

    private void send(List<IdCall<?>> batch, Endpoint server, Connection connection, long nowNanos) {
        try {
            connection.send(
                    new IdBatchRequest(this, failures, attemptNanos, batch, server, connection.ids(), nowNanos));
        } catch (RuntimeException | OutOfMemoryError e) {
            // Nothing is sent, and they must end in time.
            disordered = true;
            addFirst(batch);
            throw e;
        }
    }

    private void openFirstConnections(long nowNanos) {
        for (Endpoint endpoint : endpoints) {
            if (!endpoint.hasConnections()) {
                endpoint.openAnother(nowNanos);
            }
        }
    }

    /** Takes turns among those that are equally busy and have not refused the call. A server that stands by is asked where no other one is left. */
    private @Nullable Endpoint leastBusy(long nowNanos, IdCall<?> call) {
        Endpoint best = null;
        int fewest = Integer.MAX_VALUE;
        boolean passesStandbys = hasActive();
        turn++;
        for (int i = 0; i < endpoints.size(); i++) {
            Endpoint endpoint = endpoints.get(Math.floorMod(turn + i, endpoints.size()));
            if (passesStandbys && endpoint.isStandby()) {
                continue;
            }
            Connection connection = endpoint.leastBusy(nowNanos);
            if (connection != null && connection.inFlight() < fewest && !call.wasRefusedBy(endpoint)) {
                best = endpoint;
                fewest = connection.inFlight();
            }
        }
        return best;
    }

    private boolean hasActive() {
        for (Endpoint endpoint : endpoints) {
            if (!endpoint.isStandby() && endpoint.isAnswering() && !endpoint.isResting()) {
                return true;
            }
        }
        return false;
    }

    /** Takes the first call that waits, and those of its kind behind it that fit, past some of other kinds. */
    private List<IdCall<?>> takeBatch() {
        List<IdCall<?>> batch = new ArrayList<>();
        List<IdCall<?>> others = new ArrayList<>();
        long count = 0;
        while (!waiting.isEmpty() && others.size() < MAX_BATCH) {
            IdCall<?> call = waiting.remove();
            if (call.isDone()) {
                continue;
            }
            if (!batch.isEmpty() && !call.kind().equals(batch.get(0).kind())) {
                others.add(call);
                continue;
            }
            count += call.count();
            if (!batch.isEmpty() && count > maxBatch) {
                others.add(call);
                break;
            }
            batch.add(call);
        }
        addFirst(others);
        return batch;
    }

    /** Callers may have cancelled. */
    private void dropGone() {
        for (IdCall<?> call = waiting.peek(); call != null && call.isDone(); call = waiting.peek()) {
            waiting.remove();
        }
    }

    /** Puts the calls of a request in front of the others, in their order. */
    @Override
    public void putBack(List<IdCall<?>> calls) {
        retries.add(calls.size());
        disordered = true;
        addFirst(calls);
    }

    @Override
    public void askAnother(IdCall<?> call, Endpoint refusing, RuntimeException refusal) {
        call.refusedBy(refusing, refusal);
        if (!call.failsWithout(endpoints)) {
            retries.increment();
            refused.add(call);
        }
    }

    private void addFirst(List<IdCall<?>> calls) {
        for (int i = calls.size() - 1; i >= 0; i--) {
            waiting.addFirst(calls.get(i));
        }
    }

    /** Returns how many calls were put back, each time that they were. May be called by any thread. */
    long retries() {
        return retries.sum();
    }

    /** Reports for each server whether its last request succeeded. */
    void eachServer(BiConsumer<Server, Boolean> told) {
        endpoints.forEach(endpoint -> told.accept(endpoint.server(), endpoint.isAnswering()));
    }

    @Override
    public void standsBy(Endpoint server, String cause) {
        server.standBy(cause, endpoints.size() == 1);
        if (!hasActive()) {
            // Its name may stand for the active one by now.
            servers.failed(server.server());
        }
    }

    /** Asks for less at once from now on, since a server takes no request of this size. */
    @Override
    public void shrinkBelow(int count) {
        maxBatch = Math.max(1, Math.min(maxBatch, count / 2));
    }

    /** Requires that no id comes a second time, as far as that is remembered. */
    @Override
    public void requireNew(IdKind kind, long[] ids) {
        seen.computeIfAbsent(kind.width(), DuplicateCheck::new).requireNew(ids);
    }

    /** Fails the calls that have waited to their deadline, and sees to the connections. */
    void tick(long nowNanos) {
        Duration deadline = settings.deadline(Endpoint.areAway(endpoints));
        long dueNanos = nowNanos + settings.deadline().minus(deadline).toNanos();
        disordered |= !refused.isEmpty();
        waiting.addAll(refused);
        refused.clear();
        expireWaiting(dueNanos, deadline);
        endpoints.forEach(endpoint -> endpoint.tick(nowNanos));
        retired.forEach(endpoint -> endpoint.tick(nowNanos));
        retired.removeIf(endpoint -> !endpoint.hasConnections());
        dispatch(nowNanos);
    }

    private void expireWaiting(long dueNanos, Duration deadline) {
        if (disordered) {
            waiting.removeIf(call -> hasExpired(call, dueNanos, deadline));
            disordered = !waiting.isEmpty();
        }
        while (!waiting.isEmpty() && hasExpired(waiting.element(), dueNanos, deadline)) {
            waiting.remove();
        }
    }

    private boolean hasExpired(IdCall<?> call, long dueNanos, Duration deadline) {
        if (call.isOver(dueNanos)) {
            expire(call, deadline);
        }
        return call.isDone();
    }

    @Override
    public void expire(IdCall<?> call) {
        expire(call, settings.deadline());
    }

    /** Fails a call that has waited to its deadline. */
    private void expire(IdCall<?> call, Duration deadline) {
        if (!call.isDone()) {
            call.completeExceptionally(failures.noAnswer(
                    deadline,
                    servers.describe(server -> Endpoint.describe(endpoints, server)),
                    Endpoint.commonReason(endpoints)));
        }
    }

    void closeUnusedSince(long thenNanos) {
        endpoints.forEach(endpoint -> endpoint.closeUnusedSince(thenNanos));
    }

    void close() {
        endpoints.forEach(Endpoint::close);
        retired.forEach(Endpoint::close);
    }
}
