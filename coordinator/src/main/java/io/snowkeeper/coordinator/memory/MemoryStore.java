package io.snowkeeper.coordinator.memory;

import io.snowkeeper.coordinator.memory.Request.Kind;
import io.snowkeeper.coordinator.store.Change;
import io.snowkeeper.coordinator.store.CoordinationStore;
import io.snowkeeper.coordinator.store.Election;
import io.snowkeeper.coordinator.store.EphemeralRecord;
import io.snowkeeper.coordinator.store.NoAnswerException;
import io.snowkeeper.coordinator.store.StoreDeniedException;
import io.snowkeeper.coordinator.store.StoreListener;
import io.snowkeeper.coordinator.store.StoreSession;
import io.snowkeeper.coordinator.store.StoreState;
import io.snowkeeper.coordinator.store.Watch;
import java.nio.file.AccessDeniedException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** A client of a {@link MemoryEnsemble}, whose connection fails as it is told to. */
public final class MemoryStore implements CoordinationStore {

    private static final long MAX_WRITE_BYTES = 960 * 1024;

    private final MemoryEnsemble ensemble;
    private final int number;
    private final Turns turns;
    private final List<StoreListener> listeners = new ArrayList<>();
    private final Set<Request<?>> unanswered = new LinkedHashSet<>();
    private final Set<MemoryElection> elections = new LinkedHashSet<>();
    private final Queue<Runnable> heldUp = new ArrayDeque<>();
    private final Queue<Request<?>> underWay = new ArrayDeque<>();
    private final Queue<Watch> called = new ArrayDeque<>();

    private @Nullable MemorySession session;
    private Replica replica;
    private Lag lag = Lag.NONE;
    private boolean connected;
    private boolean everConnected;
    private boolean refused;
    private boolean closed;
    private boolean cut;
    private boolean held;
    private boolean refusesLogin;
    private int requestsToLose;
    private int requestsToDelay;
    private int answersToLose;
    private long created;

    private enum Lag {
        NONE,
        UNTIL_SYNC,
        UNTIL_CONFIRMED
    }

    /** @param number what no other client of the ensemble has */
    MemoryStore(MemoryEnsemble ensemble, int number) {
        this.ensemble = ensemble;
        this.number = number;
        this.turns = new Turns(ensemble);
        this.replica = newReplica();
    }

    // --- faults

    /** Breaks the connection, and lets none be made before {@link #heal}. */
    public void cut() {
        ensemble.run(() -> {
            cut = true;
            disconnect();
        });
    }

    /** Lets nothing through any more before {@link #heal}; the connection stays. */
    public void hold() {
        ensemble.run(() -> held = true);
    }

    /** Lets through again what was held up, and a connection be made. */
    public void heal() {
        ensemble.run(() -> {
            cut = false;
            held = false;
            heldUp.forEach(turns::add);
            heldUp.clear();
            connect();
        });
    }

    /** Loses the next writes before they are done, and the connection with each; it is made again. */
    public void loseRequests(int count) {
        ensemble.run(() -> requestsToLose = count);
    }

    /** Loses the answers to the next writes after they were done, or refused, and the connection with each; it is made again. */
    public void loseAnswers(int count) {
        ensemble.run(() -> answersToLose = count);
    }

    /**
     * Cuts the connection at the next write, which stays under way: {@link #deliverDelayed} has it done. If the session gets another
     * connection before, it never is.
     */
    public void delayRequest() {
        ensemble.run(() -> requestsToDelay = 1);
    }

    /** Has done what {@link #delayRequest} has left under way, if its session lives. */
    public void deliverDelayed() {
        ensemble.run(() -> {
            while (!underWay.isEmpty()) {
                Request<?> request = underWay.remove();
                if (ensemble.isLive(request.session().id())) {
                    try {
                        var unused = request.work().get();
                    } catch (RuntimeException e) {
                        // Refused, and nobody hears of it.
                    }
                }
            }
        });
    }

    /** Has the server that we are connected to fall behind again and again: it catches up only with what we sync, confirm or write. */
    public void lag() {
        lag(Lag.UNTIL_SYNC);
    }

    /** Has the server follow a leader that was replaced: it catches up only with what we confirm or write, and not by a sync. */
    public void lagBehindOldLeader() {
        lag(Lag.UNTIL_CONFIRMED);
    }

    /** Has the server catch up, and stay so. */
    public void stopLagging() {
        ensemble.run(() -> {
            lag = Lag.NONE;
            replica.stayUp();
        });
    }

    private void lag(Lag next) {
        ensemble.run(() -> {
            lag = next;
            replica.fallBehind();
        });
    }

    /** Ends the session as far as can be told from here, without the ensemble's knowing. A cut connection stays cut. */
    public void giveUp() {
        ensemble.run(() -> {
            disconnect();
            loseSession();
            connect();
        });
    }

    /** Refuses our login from the next session on, or no longer. */
    public void refuseLogin(boolean refuses) {
        ensemble.run(() -> refusesLogin = refuses);
    }

    // --- the port

    @Override
    public void start() {
        ensemble.run(() -> {
            session = new MemorySession(ensemble, this);
            connect();
        });
    }

    @Override
    public void listen(StoreListener listener) {
        ensemble.run(() -> listeners.add(listener));
    }

    @Override
    public StoreSession session() {
        return ensemble.call(this::currentSession);
    }

    private MemorySession currentSession() {
        MemorySession current = session;
        if (current == null || closed) {
            throw new NoAnswerException("there is no session");
        }
        return current;
    }

    @Override
    public CompletableFuture<EphemeralRecord> createEphemeral(String prefix, byte[] payload) {
        String unique = ensemble.call(() -> Tree.parentOf(prefix) + "/" + uniqueName() + Tree.nameOf(prefix));
        return createOrFind(unique, payload.clone());
    }

    private String uniqueName() {
        return "%d-%d-".formatted(number, ++created);
    }

    private CompletableFuture<EphemeralRecord> createOrFind(String prefix, byte[] payload) {
        MemorySession asked;
        try {
            asked = ensemble.call(this::currentSession);
        } catch (NoAnswerException e) {
            return CompletableFuture.failedFuture(e);
        }
        return asked.createNumbered(prefix, payload)
                .thenApply(path -> new EphemeralRecord(path, asked.id()))
                .exceptionallyCompose(failure -> {
                    if (unwrap(failure) instanceof NoAnswerException && ensemble.call(() -> connected)) {
                        return find(prefix)
                                .thenCompose(found -> found.map(CompletableFuture::completedFuture)
                                        .orElseGet(() -> createOrFind(prefix, payload)));
                    }
                    return CompletableFuture.failedFuture(unwrap(failure));
                });
    }

    /** Looks for a record that we have made, perhaps in a former session. */
    private CompletableFuture<Optional<EphemeralRecord>> find(String prefix) {
        StoreSession asked = session();
        String parent = String.valueOf(Tree.parentOf(prefix));
        var unused = asked.sync();
        return asked.children(parent)
                .thenCompose(children -> children.stream()
                        .flatMap(some -> some.names().stream())
                        .map(name -> parent + "/" + name)
                        .filter(path -> path.startsWith(prefix))
                        .findFirst()
                        .map(path -> asked.stamp(path, null)
                                .thenApply(stamp -> stamp.map(found -> new EphemeralRecord(path, found.session()))))
                        .orElseGet(() -> CompletableFuture.completedFuture(Optional.empty())));
    }

    private static Throwable unwrap(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }

    @Override
    public Election election(String path, String candidate) {
        return new MemoryElection(ensemble, this, path);
    }

    @Override
    public long maxWriteBytes() {
        return MAX_WRITE_BYTES;
    }

    @Override
    public long sizeOf(List<Change> changes) {
        return WriteSize.of(changes);
    }

    @Override
    public CompletableFuture<List<String>> openRecords(List<String> paths) {
        MemorySession asked;
        try {
            asked = ensemble.call(this::currentSession);
        } catch (NoAnswerException e) {
            return CompletableFuture.failedFuture(e);
        }
        return asked.openRecords(paths);
    }

    @Override
    public String describe(String path) {
        return MemoryEnsemble.described(path);
    }

    @Override
    public Optional<String> diagnose() {
        return Optional.empty();
    }

    @Override
    public boolean logInAgain() {
        return ensemble.call(() -> {
            if (!refused || closed) {
                return false;
            }
            refused = false;
            session = new MemorySession(ensemble, this);
            connect();
            return true;
        });
    }

    @Override
    public void close() {
        ensemble.run(() -> {
            if (!closed) {
                closed = true;
                if (connected && !held) {
                    ensemble.end(sessionId());
                }
                connected = false;
                failUnanswered();
                ensemble.forget(this);
            }
        });
    }

    // --- the connection; all guarded by the ensemble

    Replica replica() {
        return replica;
    }

    boolean isConnectedBy(@Nullable MemorySession asked) {
        return connected && asked == session;
    }

    void addElection(MemoryElection election) {
        elections.add(election);
        if (connected && session != null) {
            election.join(session);
        }
    }

    void removeElection(MemoryElection election) {
        elections.remove(election);
    }

    /** Sends a request, or fails it. */
    void send(Request<?> request) {
        if (isConnectedBy(request.session())) {
            unanswered.add(request);
            arrives(() -> ensemble.run(() -> carryOut(request)));
        } else {
            turns.add(() -> fail(request));
        }
    }

    /** Has something arrive, here or at the server, after what is under way already. */
    void arrives(Runnable task) {
        turns.add(() -> {
            boolean through = ensemble.call(() -> {
                if (held) {
                    heldUp.add(task);
                }
                return !held;
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
        boolean writes = request.kind() == Kind.WRITE;
        if (writes && requestsToDelay > 0) {
            requestsToDelay--;
            underWay.add(request);
            cut = true;
            disconnect();
        } else if (writes && requestsToLose > 0) {
            requestsToLose--;
            reconnect();
        } else if (!ensemble.isLive(request.session().id())) {
            reconnect();
        } else {
            catchUp(request.kind());
            Optional<Runnable> answer = serve(request);
            catchUp(request.kind());
            if (answer.isEmpty()) {
                reconnect();
            } else if (writes && answersToLose > 0) {
                answersToLose--;
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

    /** Does what is asked, and returns how to tell of it; empty if the server breaks the connection instead. */
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

    private void catchUp(Kind kind) {
        if (kind != Kind.READ && !(kind == Kind.SYNC && lag == Lag.UNTIL_CONFIRMED)) {
            replica.catchUp();
        }
    }

    private void reconnect() {
        disconnect();
        connect();
    }

    /** Has a connection made, if there is none and one can be made. */
    private void connect() {
        if (!connected && !cut && session != null) {
            arrives(() -> ensemble.run(this::connected));
        }
    }

    private void connected() {
        MemorySession current = session;
        if (connected || cut || closed || refused || current == null) {
            return;
        }
        if (current.id() != 0 && !ensemble.isLive(current.id())) {
            current = loseSession();
        }
        if (refusesLogin) {
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
        called.forEach(unused -> arrives(this::callNext));
        for (MemoryElection election : elections) {
            election.join(current);
        }
    }

    private void disconnect() {
        if (connected) {
            connected = false;
            elections.forEach(MemoryElection::doubt);
            failUnanswered();
            tell(StoreState.SUSPENDED);
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

    /** Hears that the session has ended. */
    void sessionExpired() {
        arrives(() -> ensemble.run(() -> {
            if (connected && !ensemble.isLive(sessionId())) {
                reconnect();
            }
        }));
    }

    private long sessionId() {
        return session == null ? 0 : session.id();
    }

    private Replica newReplica() {
        Replica made = new Replica(ensemble.tree(), watch -> {
            called.add(watch);
            arrives(this::callNext);
        });
        if (lag != Lag.NONE) {
            made.fallBehind();
        }
        return made;
    }

    /** Calls the next watch, unless its connection is gone: then it is called by the next one of this session. */
    private void callNext() {
        Optional<Watch> next = ensemble.call(() -> connected ? Optional.ofNullable(called.poll()) : Optional.empty());
        next.ifPresent(Watch::changed);
    }

    private void failUnanswered() {
        unanswered.forEach(request -> turns.add(() -> fail(request)));
        unanswered.clear();
    }

    private void fail(Request<?> request) {
        request.answer()
                .completeExceptionally(
                        refused
                                ? new StoreDeniedException(
                                        "the login is refused", false, new AccessDeniedException("login"))
                                : new NoAnswerException("the connection is lost"));
    }

    private void tell(StoreState state) {
        List.copyOf(listeners).forEach(listener -> turns.add(() -> listener.stateChanged(state)));
    }
}
