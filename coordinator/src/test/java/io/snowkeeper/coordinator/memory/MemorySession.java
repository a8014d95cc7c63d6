package io.snowkeeper.coordinator.memory;

import static io.snowkeeper.coordinator.memory.MemoryEnsemble.described;

import io.snowkeeper.coordinator.memory.Request.Kind;
import io.snowkeeper.coordinator.store.Change;
import io.snowkeeper.coordinator.store.NoAnswerException;
import io.snowkeeper.coordinator.store.RecordChildren;
import io.snowkeeper.coordinator.store.RecordStamp;
import io.snowkeeper.coordinator.store.StoreDeniedException;
import io.snowkeeper.coordinator.store.StoreSession;
import io.snowkeeper.coordinator.store.StoredRecord;
import io.snowkeeper.coordinator.store.Watch;
import java.nio.file.AccessDeniedException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.apache.zookeeper.common.PathUtils;
import org.jspecify.annotations.Nullable;

/** A session of a client in memory. */
final class MemorySession implements StoreSession {

    private final MemoryEnsemble ensemble;
    private final Connection connection;
    private volatile long id;

    MemorySession(MemoryEnsemble ensemble, Connection connection) {
        this.ensemble = ensemble;
        this.connection = connection;
    }

    @Override
    public long id() {
        return id;
    }

    /** Takes the server's id of it. */
    void begin(long begun) {
        id = begun;
    }

    @Override
    public CompletableFuture<Optional<StoredRecord>> read(String path, @Nullable Watch watch) {
        PathUtils.validatePath("/fleet" + path);
        return request(Kind.READ, () -> {
            Optional<StoredRecord> record = record(path);
            record.ifPresent(found -> watch(path, watch));
            return record.filter(found -> isTaken(AnswerSize.of(found)));
        });
    }

    @Override
    public CompletableFuture<List<Optional<StoredRecord>>> readAll(List<String> paths) {
        return request(Kind.READ, () -> {
            List<Optional<StoredRecord>> records =
                    paths.stream().map(this::record).toList();
            isTaken(records.stream()
                    .flatMap(Optional::stream)
                    .mapToLong(AnswerSize::of)
                    .sum());
            return records;
        });
    }

    private Optional<StoredRecord> record(String path) {
        Optional<Node> node = find(path);
        if (node.isPresent()) {
            requireAllowed(path);
        }
        return node.map(found -> found.read(path));
    }

    @Override
    public CompletableFuture<Optional<RecordStamp>> stamp(String path, @Nullable Watch watch) {
        return request(Kind.READ, () -> {
            watch(path, watch);
            return find(path).map(Node::stamp);
        });
    }

    @Override
    public CompletableFuture<Optional<RecordChildren>> children(String path, @Nullable Watch watch) {
        PathUtils.validatePath("/fleet" + path);
        return request(Kind.READ, () -> {
            Optional<Node> node = find(path);
            if (node.isPresent()) {
                requireAllowed(path);
                if (watch != null) {
                    connection.replica().watchChildren(path, watch);
                }
            }
            return node.map(found -> new RecordChildren(
                            found.stamp(), connection.replica().tree().children(path)))
                    .filter(found -> isTaken(AnswerSize.of(found)));
        });
    }

    @Override
    public CompletableFuture<@Nullable Void> sync() {
        return this.<@Nullable Void>request(Kind.SYNC, () -> null);
    }

    @Override
    public CompletableFuture<Boolean> confirm(String path) {
        return request(Kind.CONFIRM, () -> find(path).isPresent());
    }

    @Override
    public CompletableFuture<List<@Nullable RecordStamp>> write(List<Change> changes) {
        List<Change> whole = List.copyOf(changes);
        return request(Kind.WRITE, () -> {
            if (WriteSize.of(whole) > ensemble.maxWriteBytes()) {
                throw new NoAnswerException("the server takes no request as large");
            }
            return ensemble.write(whole);
        });
    }

    @Override
    public CompletableFuture<@Nullable Void> ensure(String path) {
        return this.<@Nullable Void>request(Kind.WRITE, () -> {
            ensemble.ensure(path);
            return null;
        });
    }

    /** Makes a record that ends with the session, and returns its path. */
    CompletableFuture<String> createNumbered(String prefix, byte[] payload) {
        return request(Kind.WRITE, () -> ensemble.createNumbered(prefix, payload, id));
    }

    /** Returns which of these records there are and are not denied. */
    CompletableFuture<List<String>> openRecords(List<String> paths) {
        return request(
                Kind.READ,
                () -> paths.stream()
                        .filter(path -> find(path).isPresent() && !ensemble.denies(path))
                        .map(MemoryEnsemble::described)
                        .toList());
    }

    /** Has the ensemble do something else. */
    CompletableFuture<Boolean> ask(Runnable work) {
        return request(Kind.CONFIRM, () -> {
            work.run();
            return true;
        });
    }

    private <T> CompletableFuture<T> request(Kind kind, Supplier<T> work) {
        Request<T> request = new Request<>(this, kind, work, new CompletableFuture<>());
        ensemble.run(() -> connection.send(request));
        return request.answer();
    }

    /** @throws NoAnswerException if an answer breaks the connection */
    private boolean isTaken(long answerBytes) {
        if (answerBytes > connection.maxAnswerBytes()) {
            throw new NoAnswerException("the client takes no answer as large");
        }
        return true;
    }

    private Optional<Node> find(String path) {
        return Optional.ofNullable(connection.replica().tree().get(path));
    }

    private void watch(String path, @Nullable Watch watch) {
        if (watch != null) {
            connection.replica().watch(path, watch);
        }
    }

    private void requireAllowed(String path) {
        if (ensemble.denies(path)) {
            String described = described(path);
            throw new StoreDeniedException(
                    "access to %s is denied".formatted(described), true, new AccessDeniedException(described));
        }
    }
}
