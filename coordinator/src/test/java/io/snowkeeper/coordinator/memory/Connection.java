package io.snowkeeper.coordinator.memory;

import io.snowkeeper.coordinator.memory.Request.Kind;
import io.snowkeeper.coordinator.store.NoAnswerException;
import io.snowkeeper.coordinator.store.StoreDeniedException;
import io.snowkeeper.coordinator.store.StoreListener;
import io.snowkeeper.coordinator.store.StoreState;
import java.nio.file.AccessDeniedException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The connection of a client, over all its sessions. Requests arrive at the server, and its answers and events here, in
 * one order. Guarded by the ensemble.
 */
final class Connection {

    private final MemoryEnsemble ensemble;
    private final Faults faults;
    private final TaskQueue requests;
    private final TaskQueue tasks;
    private final List<StoreListener> listeners = new ArrayList<>();
    private final Set<Request<?>> unanswered = new LinkedHashSet<>();
    private final Set<MemoryElection> elections = new LinkedHashSet<>();
    private final Queue<Runnable> heldUp = new ArrayDeque<>();
    private final Queue<Request<?>> underWay = new ArrayDeque<>();
    private final Queue<Replica.Call> called = new ArrayDeque<>();

    private @Nullable MemorySession session;
    private Replica replica;
    private int maxAnswerBytes = AnswerSize.MAX_TAKEN;
    private boolean connected;
    private boolean everConnected;
    private boolean refused;
    private boolean closed;

    /**
     * @param server carries out requests
     * @param client calls back
     */
    Connection(MemoryEnsemble ensemble, Faults faults, Executor server, Executor client) {
        this.ensemble = ensemble;
        this.faults = faults;
        this.requests = new TaskQueue(ensemble, server);
        this.tasks = new TaskQueue(ensemble, client);
        this.replica = newReplica();
    }

    void start() {
        session = new MemorySession(ensemble, this);
        connect();
    }

    void listen(StoreListener listener) {
        listeners.add(listener);
    }

    /** @throws NoAnswerException if there is none */
    MemorySession session() {
        MemorySession current = session;
        if (current == null || closed) {
            throw new NoAnswerException("there is no session");
        }
        return current;
    }

    /** Returns the servers' id of the present or last session, 0 if they do not know it. */
    long sessionId() {
        MemorySession current = session;
        return current == null ? 0 : current.id();
    }

    boolean isConnected() {
        return connected;
    }

    boolean isConnectedBy(@Nullable MemorySession asked) {
        return connected && asked == session;
    }

    Replica replica() {
        return replica;
    }

    int maxAnswerBytes() {
        return maxAnswerBytes;
    }

    void takeAnswers(int maxBytes) {
        maxAnswerBytes = maxBytes;
    }

    void add(MemoryElection election) {
        elections.add(election);
        if (connected && session != null) {
            election.join(session);
        }
    }

    void remove(MemoryElection election) {
        elections.remove(election);
    }

    /** Delivers held-up messages, and makes a connection. */
    void heal() {
        heldUp.forEach(Runnable::run);
        heldUp.clear();
        connect();
    }

    /** Has a connection made, if there is none and one can be made. */
    void connect() {
        if (!connected && !faults.cut && session != null) {
            arrives(() -> ensemble.run(this::connected));
        }
    }

    private void connected() {
        MemorySession current = session;
        if (connected || faults.cut || closed || refused || current == null) {
            return;
        }
        if (current.id() != 0 && !ensemble.isLive(current.id())) {
            current = loseSession();
        }
        if (faults.loginRefused) {
            refused = true;
            tell(StoreState.LOGIN_REFUSED);
            return;
        }
        connected = true;
        if (current.id() == 0) {
            current.begin(ensemble.begin(this));
        }
        long id = current.id();
        underWay.removeIf(request -> request.session().id() == id);
        tell(everConnected ? StoreState.RECONNECTED : StoreState.CONNECTED);
        tell(StoreState.LOGIN_TAKEN);
        everConnected = true;
        called.removeIf(call -> !replica.isDue(call));
        called.forEach(unused -> arrives(this::callNext));
        for (MemoryElection election : elections) {
            election.join(current);
        }
    }

    void disconnect() {
        if (connected) {
            connected = false;
            elections.forEach(MemoryElection::doubt);
            failUnanswered();
            tell(StoreState.SUSPENDED);
        }
    }

    /** Ends with all that was under way, without a notice. */
    void drop() {
        connected = false;
        unanswered.clear();
        underWay.clear();
        heldUp.clear();
    }

    private void reconnect() {
        disconnect();
        connect();
    }

    /** Ends the session from the client's view, and begins another one. */
    void giveUp() {
        disconnect();
        if (session != null) {
            loseSession();
            connect();
        }
    }

    private MemorySession loseSession() {
        called.clear();
        replica = newReplica();
        tell(StoreState.LOST);
        MemorySession next = new MemorySession(ensemble, this);
        session = next;
        return next;
    }

    /** Hears that a session has ended. */
    void expired(long ended) {
        arrives(() -> ensemble.run(() -> {
            if (connected && session != null && session.id() == ended) {
                reconnect();
            }
        }));
    }

    boolean logInAgain() {
        if (!refused || closed) {
            return false;
        }
        refused = false;
        start();
        return true;
    }

    void close() {
        if (!closed) {
            closed = true;
            if (connected && session != null && !faults.held) {
                ensemble.end(session.id());
            }
            connected = false;
            failUnanswered();
            ensemble.forget(this);
        }
    }

    /** Sends a request, or fails it. */
    void send(Request<?> request) {
        if (isConnectedBy(request.session())) {
            unanswered.add(request);
            passes(requests, () -> ensemble.run(() -> carryOut(request)));
        } else {
            tasks.add(() -> fail(request));
        }
    }

    /** Runs a task here after what is under way already. */
    void arrives(Runnable task) {
        passes(tasks, task);
    }

    private void passes(TaskQueue way, Runnable task) {
        way.add(() -> {
            boolean through = ensemble.call(() -> {
                if (faults.held) {
                    heldUp.add(() -> way.add(task));
                }
                return !faults.held;
            });
            if (through) {
                task.run();
            }
        });
    }

    private <T> void carryOut(Request<T> request) {
        if (!unanswered.contains(request)) {
            return; // It went down with its connection.
        }
        boolean writes = request.kind() == Kind.WRITE && !faults.passes();
        if (writes && faults.delaysRequest()) {
            underWay.add(request);
            faults.cut = true;
            disconnect();
        } else if ((writes && faults.losesRequest())
                || !ensemble.isLive(request.session().id())) {
            reconnect();
        } else {
            replica.catchUp(request.kind());
            Optional<Runnable> answer = serve(request);
            replica.catchUp(request.kind());
            if (answer.isEmpty() || (writes && faults.losesAnswer())) {
                reconnect();
            } else {
                arrives(() -> {
                    if (ensemble.call(() -> unanswered.remove(request))) {
                        answer.get().run();
                    }
                });
            }
        }
    }

    /**
     * Executes a request, and returns the delivery of its answer; empty if the server breaks the connection instead.
     */
    private static <T> Optional<Runnable> serve(Request<T> request) {
        try {
            T result = request.work().get();
            return Optional.of(() -> request.answer().complete(result));
        } catch (NoAnswerException e) {
            return Optional.empty();
        } catch (RuntimeException e) {
            return Optional.of(() -> request.answer().completeExceptionally(e));
        }
    }

    /** Delivers delayed requests, if their session lives. */
    void deliverDelayed() {
        while (!underWay.isEmpty()) {
            Request<?> request = underWay.remove();
            if (ensemble.isLive(request.session().id())) {
                var unused = serve(request);
            }
        }
    }

    private Replica newReplica() {
        return new Replica(ensemble.tree(), faults.lag, call -> {
            called.add(call);
            arrives(this::callNext);
        });
    }

    /** Calls the next watch, unless its connection is gone: then it is called by the next one of this session. */
    private void callNext() {
        ensemble.call(() -> connected ? Optional.ofNullable(called.poll()) : Optional.<Replica.Call>empty())
                .ifPresent(call -> call.watch().changed());
    }

    private void failUnanswered() {
        unanswered.forEach(request -> tasks.add(() -> fail(request)));
        unanswered.clear();
    }

    private void fail(Request<?> request) {
        request.answer()
                .completeExceptionally(
                        ensemble.call(() -> refused)
                                ? new StoreDeniedException(
                                        "the login is refused", false, new AccessDeniedException("login"))
                                : new NoAnswerException("the connection is lost"));
    }

    private void tell(StoreState state) {
        List.copyOf(listeners).forEach(listener -> tasks.add(() -> listener.stateChanged(state)));
    }
}
