package io.snowkeeper.coordinator.memory;

import io.snowkeeper.coordinator.store.Change;
import io.snowkeeper.coordinator.store.CoordinationStore;
import io.snowkeeper.coordinator.store.Election;
import io.snowkeeper.coordinator.store.EphemeralRecord;
import io.snowkeeper.coordinator.store.NoAnswerException;
import io.snowkeeper.coordinator.store.StoreListener;
import io.snowkeeper.coordinator.store.StoreSession;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** A client of a {@link MemoryEnsemble}, whose connection fails on command. */
public final class MemoryStore implements CoordinationStore {

    private static final long MAX_WRITE_BYTES = 960 * 1024;

    private final MemoryEnsemble ensemble;
    private final int number;
    private final Faults faults = new Faults();
    private final Connection connection;
    private long created;

    /**
     * @param number the client's number, unique in the ensemble
     * @param server carries out our requests
     * @param client calls us back
     */
    MemoryStore(MemoryEnsemble ensemble, int number, Executor server, Executor client) {
        this.ensemble = ensemble;
        this.number = number;
        this.connection = new Connection(ensemble, faults, server, client);
    }

    Connection connection() {
        return connection;
    }

    // --- faults

    /** Breaks the connection, and lets none be made before {@link #heal}. */
    public void cut() {
        ensemble.run(() -> {
            faults.cut = true;
            connection.disconnect();
        });
    }

    /** Lets nothing through any more before {@link #heal}; the connection stays. */
    public void hold() {
        ensemble.run(() -> faults.held = true);
    }

    /** Delivers held-up messages, and allows connections again. */
    public void heal() {
        ensemble.run(() -> {
            faults.cut = false;
            faults.held = false;
            connection.heal();
        });
    }

    /** Takes back all faults, those of writes that are still to come included, as {@link #heal} does. */
    public void mend() {
        ensemble.run(() -> {
            faults.clear();
            connection.replica().lag(faults.lag);
            connection.heal();
        });
    }

    /** Passes {@code count} writes before the next one is lost or delayed, or its answer. */
    public void passWrites(int count) {
        ensemble.run(() -> faults.writesToPass = count);
    }

    /** Loses the next writes before they are done, and the connection with each; it is made again. */
    public void loseRequests(int count) {
        ensemble.run(() -> faults.requestsToLose = count);
    }

    /** Loses the answers to the next writes after they were done, or refused, and the connection with each; it is made again. */
    public void loseAnswers(int count) {
        ensemble.run(() -> faults.answersToLose = count);
    }

    /**
     * Cuts the connection at the next write, which stays under way: {@link #deliverDelayed} has it done. If the session gets another
     * connection before, it never is.
     */
    public void delayRequest() {
        ensemble.run(() -> faults.requestsToDelay = 1);
    }

    /** Delivers the requests of {@link #delayRequest} that are under way, if their session lives. */
    public void deliverDelayed() {
        ensemble.run(connection::deliverDelayed);
    }

    /** Lets our server fall behind again and again: it catches up only with syncs, confirmations and writes. */
    public void lag() {
        lag(Faults.Lag.UNTIL_SYNC);
    }

    /**
     * Lets the server follow a leader that was replaced: it catches up only with confirmations and writes, and not by a
     * sync.
     */
    public void lagBehindOldLeader() {
        lag(Faults.Lag.UNTIL_CONFIRMED);
    }

    /** Has the server catch up, and stay so. */
    public void stopLagging() {
        lag(Faults.Lag.NONE);
    }

    private void lag(Faults.Lag lag) {
        ensemble.run(() -> {
            faults.lag = lag;
            connection.replica().lag(lag);
        });
    }

    /**
     * Returns the servers' id of the present session, or of the last one if this is closed; 0 if they do not know it.
     */
    public long sessionId() {
        return ensemble.call(connection::sessionId);
    }

    /** Ends the session from the client's view, unknown to the ensemble. A cut connection stays cut. */
    public void giveUp() {
        ensemble.run(connection::giveUp);
    }

    /** Refuses our login from the next session on, or no longer. */
    public void refuseLogin(boolean refuses) {
        ensemble.run(() -> faults.loginRefused = refuses);
    }

    /** Takes answers of this size at the most, others than those that ZooKeeper's clients take: a larger one breaks the connection. */
    public void takeAnswers(int maxBytes) {
        ensemble.run(() -> connection.takeAnswers(maxBytes));
    }

    // --- the port

    @Override
    public void start() {
        ensemble.run(connection::start);
    }

    @Override
    public void listen(StoreListener listener) {
        ensemble.run(() -> connection.listen(listener));
    }

    @Override
    public StoreSession session() {
        return ensemble.call(connection::session);
    }

    @Override
    public CompletableFuture<EphemeralRecord> createEphemeral(String prefix, byte[] payload) {
        String unique = ensemble.call(() -> Tree.parentOf(prefix) + "/" + uniqueName() + Tree.nameOf(prefix));
        CompletableFuture<EphemeralRecord> answer = new CompletableFuture<>();
        createOrFind(unique, payload.clone(), answer);
        return answer;
    }

    private String uniqueName() {
        return "%d-%d-".formatted(number, ++created);
    }

    private void createOrFind(String prefix, byte[] payload, CompletableFuture<EphemeralRecord> answer) {
        try {
            MemorySession asked = ensemble.call(connection::session);
            var unused = asked.createNumbered(prefix, payload).whenComplete((path, failure) -> {
                if (failure == null) {
                    answer.complete(new EphemeralRecord(path, asked.id()));
                } else if (failure instanceof NoAnswerException) {
                    // After the next connection, if one is being made.
                    ensemble.run(() -> connection.arrives(() -> find(prefix, payload, failure, answer)));
                } else {
                    answer.completeExceptionally(failure);
                }
            });
        } catch (NoAnswerException e) {
            answer.completeExceptionally(e);
        }
    }

    /** Looks for a record that we may have made, perhaps in a former session, and makes it if it is not there. */
    private void find(String prefix, byte[] payload, Throwable lastFailure, CompletableFuture<EphemeralRecord> answer) {
        if (!ensemble.call(connection::isConnected)) {
            answer.completeExceptionally(lastFailure);
            return;
        }
        StoreSession asked = session();
        String parent = String.valueOf(Tree.parentOf(prefix));
        var unused = asked.sync()
                .thenCompose(synced -> asked.children(parent))
                .thenApply(children -> children.stream()
                        .flatMap(some -> some.names().stream())
                        .map(name -> parent + "/" + name)
                        .filter(path -> path.startsWith(prefix))
                        .findFirst())
                .thenCompose(path -> path.map(found -> asked.stamp(found, null)
                                .thenApply(stamp -> stamp.map(made -> new EphemeralRecord(found, made.session()))))
                        .orElseGet(() -> CompletableFuture.completedFuture(Optional.empty())))
                .whenComplete((found, failure) -> {
                    if (failure != null || found.isEmpty()) {
                        createOrFind(prefix, payload, answer);
                    } else {
                        answer.complete(found.get());
                    }
                });
    }

    @Override
    public Election election(String path, String candidate) {
        return new MemoryElection(ensemble, connection, path);
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
            asked = ensemble.call(connection::session);
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
        return ensemble.call(connection::logInAgain);
    }

    @Override
    public void close() {
        ensemble.run(connection::close);
    }
}
