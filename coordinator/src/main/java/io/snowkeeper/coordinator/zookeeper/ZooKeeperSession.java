package io.snowkeeper.coordinator.zookeeper;

import io.snowkeeper.coordinator.WriteObserver;
import io.snowkeeper.coordinator.WriteObserver.Outcome;
import io.snowkeeper.coordinator.store.Change;
import io.snowkeeper.coordinator.store.RecordChildren;
import io.snowkeeper.coordinator.store.RecordStamp;
import io.snowkeeper.coordinator.store.StoreSession;
import io.snowkeeper.coordinator.store.StoredRecord;
import io.snowkeeper.coordinator.store.Watch;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/** A session with ZooKeeper. */
final class ZooKeeperSession implements StoreSession {

    private final RequestTransport transport;
    private final FleetRoot root;
    private final WriteObserver observer;

    private final boolean begun;

    /**
     * @param begun whether the session has begun; if not, this is replaced once it has, since only then is it known how its
     *     requests can go out
     * @param observer notified of writes
     */
    ZooKeeperSession(RequestTransport transport, boolean begun, FleetRoot root, WriteObserver observer) {
        this.transport = transport;
        this.root = root;
        this.observer = observer;
        this.begun = begun;
    }

    /** Returns whether it is that handle's, and need not be replaced because the session has begun since, or its server has ended. */
    boolean isOf(ZooKeeper other) {
        return transport.isOf(other) && (begun || other.getSessionId() == 0);
    }

    /** Receives whether there is a connection. */
    void connected(boolean now) {
        transport.connected(now);
    }

    /** Drops its state, when the session has ended. Pending requests fail. */
    void end() {
        transport.end();
    }

    @Override
    public long id() {
        return transport.session();
    }

    @Override
    public CompletableFuture<Optional<StoredRecord>> read(String path, @Nullable Watch watch) {
        CompletableFuture<Optional<StoredRecord>> answer = new CompletableFuture<>();
        String absolute = root.absolute(path);
        transport.getData(
                absolute,
                watch,
                (rc, unused, context, data, stat) ->
                        ResultCodes.complete(answer, rc, absolute, () -> new StoredRecord(path, data, stampOf(stat))));
        return answer;
    }

    @Override
    public CompletableFuture<List<Optional<StoredRecord>>> readAll(List<String> paths) {
        CompletableFuture<List<Optional<StoredRecord>>> answer = new CompletableFuture<>();
        List<Op> reads = paths.stream().map(root::absolute).map(Op::getData).toList();
        transport.multiRead(reads, (rc, unused, context, results) -> {
            if (results == null) {
                answer.completeExceptionally(ResultCodes.failure(ResultCodes.code(rc), null));
                return;
            }
            try {
                answer.complete(IntStream.range(0, paths.size())
                        .mapToObj(i -> recordOf(paths.get(i), results.get(i)))
                        .toList());
            } catch (RuntimeException e) {
                answer.completeExceptionally(e);
            }
        });
        return answer;
    }

    /** @throws RuntimeException if it could not be read */
    private Optional<StoredRecord> recordOf(String path, OpResult result) {
        if (result instanceof OpResult.GetDataResult found) {
            return Optional.of(new StoredRecord(path, found.getData(), stampOf(found.getStat())));
        }
        Code code = result instanceof OpResult.ErrorResult error ? ResultCodes.code(error.getErr()) : Code.SYSTEMERROR;
        if (code == Code.NONODE) {
            return Optional.empty();
        }
        throw ResultCodes.failure(code, root.absolute(path));
    }

    @Override
    public CompletableFuture<Optional<RecordStamp>> stamp(String path, @Nullable Watch watch) {
        CompletableFuture<Optional<RecordStamp>> answer = new CompletableFuture<>();
        String absolute = root.absolute(path);
        transport.exists(
                absolute,
                watch,
                (rc, unused, context, stat) -> ResultCodes.complete(answer, rc, absolute, () -> stampOf(stat)));
        return answer;
    }

    @Override
    public CompletableFuture<Optional<RecordChildren>> children(String path, @Nullable Watch watch) {
        CompletableFuture<Optional<RecordChildren>> answer = new CompletableFuture<>();
        String absolute = root.absolute(path);
        transport.getChildren(
                absolute,
                watch,
                (rc, unused, context, names, stat) ->
                        ResultCodes.complete(answer, rc, absolute, () -> new RecordChildren(stampOf(stat), names)));
        return answer;
    }

    @Override
    public CompletableFuture<@Nullable Void> sync() {
        CompletableFuture<@Nullable Void> answer = new CompletableFuture<>();
        transport.sync(root.path(), (rc, unused, context) -> completeIfOk(answer, rc, null));
        return answer;
    }

    @Override
    public CompletableFuture<Boolean> confirm(String path) {
        CompletableFuture<Boolean> answer = new CompletableFuture<>();
        String absolute = root.absolute(path);
        transport.multi(List.of(Op.check(absolute, ANY_VERSION)), (rc, unused, context, results) -> {
            Code code = ResultCodes.code(rc);
            if (code == Code.OK || code == Code.NONODE) {
                answer.complete(code == Code.OK);
            } else {
                answer.completeExceptionally(ResultCodes.failure(code, absolute));
            }
        });
        return answer;
    }

    @Override
    public CompletableFuture<List<@Nullable RecordStamp>> write(List<Change> changes) {
        return changes.size() == 1 && changes.get(0) instanceof Change.Set set ? writeOne(set) : writeAll(changes);
    }

    /** Without a transaction, which costs ZooKeeper more. */
    private CompletableFuture<List<@Nullable RecordStamp>> writeOne(Change.Set set) {
        CompletableFuture<List<@Nullable RecordStamp>> answer = new CompletableFuture<>();
        String path = root.absolute(set.path());
        long begun = System.nanoTime();
        transport.setData(path, set.payload(), set.version(), (rc, unused, context, stat) -> {
            Code code = ResultCodes.code(rc);
            tell(begun, code);
            if (code == Code.OK) {
                answer.complete(List.of(stampOf(stat)));
            } else if (ResultCodes.isAnswer(code)) {
                answer.completeExceptionally(ResultCodes.refusal(0, path, code));
            } else {
                answer.completeExceptionally(ResultCodes.failure(code, path));
            }
        });
        return answer;
    }

    private CompletableFuture<List<@Nullable RecordStamp>> writeAll(List<Change> changes) {
        CompletableFuture<List<@Nullable RecordStamp>> answer = new CompletableFuture<>();
        List<String> paths =
                changes.stream().map(change -> root.absolute(change.path())).toList();
        long begun = System.nanoTime();
        transport.multi(root.operations(changes), (rc, unused, context, results) -> {
            Code code = ResultCodes.code(rc);
            tell(begun, code);
            if (code == Code.OK) {
                answer.complete(stampsOf(results));
            } else if (ResultCodes.isAnswer(code)) {
                answer.completeExceptionally(ResultCodes.refusal(paths, results, code));
            } else {
                answer.completeExceptionally(ResultCodes.failure(code, null));
            }
        });
        return answer;
    }

    /** Before the answer is there, which others act on at once. */
    private void tell(long begun, Code code) {
        Outcome failed = ResultCodes.isAnswer(code) ? Outcome.REFUSED : Outcome.UNANSWERED;
        observer.written(System.nanoTime() - begun, code == Code.OK ? Outcome.DONE : failed);
    }

    private static List<@Nullable RecordStamp> stampsOf(List<OpResult> results) {
        List<@Nullable RecordStamp> stamps = new ArrayList<>(results.size());
        for (OpResult result : results) {
            stamps.add(result instanceof OpResult.SetDataResult set ? stampOf(set.getStat()) : null);
        }
        return stamps;
    }

    @Override
    public CompletableFuture<@Nullable Void> ensure(String path) {
        String whole = root.absolute(path);
        // All requests go out at once, so that the session's next ones come after them.
        CompletableFuture<Optional<RuntimeException>> above = CompletableFuture.completedFuture(Optional.empty());
        for (int slash = whole.indexOf('/', 1); slash > 0; slash = whole.indexOf('/', slash + 1)) {
            String parent = whole.substring(0, slash);
            above = above.thenCombine(
                    create(parent),
                    (denial, code) -> denial.or(() -> Optional.of(code)
                            // If we may not create it, it may exist already: if not, its children cannot be created.
                            .filter(denied -> denied == Code.NOAUTH)
                            .map(denied -> ResultCodes.failure(denied, parent))));
        }
        CompletableFuture<Optional<RuntimeException>> denials = above;
        return create(whole).thenCompose(code -> {
            if (code == Code.OK || code == Code.NODEEXISTS) {
                return CompletableFuture.<@Nullable Void>completedFuture(null);
            }
            return denials.thenCompose(denial -> CompletableFuture.failedFuture(
                    code == Code.NONODE && denial.isPresent() ? denial.get() : failure(code, whole)));
        });
    }

    private static RuntimeException failure(Code code, String path) {
        return ResultCodes.isAnswer(code) && code != Code.NOAUTH
                ? ResultCodes.refusal(0, path, code)
                : ResultCodes.failure(code, path);
    }

    private CompletableFuture<Code> create(String absolute) {
        CompletableFuture<Code> answer = new CompletableFuture<>();
        transport.create(
                absolute,
                new byte[0],
                root.acl(),
                CreateMode.PERSISTENT,
                (rc, unused, context, name) -> answer.complete(ResultCodes.code(rc)));
        return answer;
    }

    /** Returns the access list of a znode; empty if it does not exist. */
    CompletableFuture<Optional<List<ACL>>> acl(String path) {
        CompletableFuture<Optional<List<ACL>>> answer = new CompletableFuture<>();
        String absolute = root.absolute(path);
        transport.getAcl(
                absolute, (rc, unused, context, acl, stat) -> ResultCodes.complete(answer, rc, absolute, () -> acl));
        return answer;
    }

    private static void completeIfOk(CompletableFuture<@Nullable Void> answer, int rc, @Nullable String path) {
        Code code = ResultCodes.code(rc);
        if (code == Code.OK) {
            answer.complete(null);
        } else {
            answer.completeExceptionally(ResultCodes.failure(code, path));
        }
    }

    private static RecordStamp stampOf(Stat stat) {
        return new RecordStamp(
                stat.getVersion(),
                stat.getCzxid(),
                stat.getMzxid(),
                stat.getPzxid(),
                stat.getCtime(),
                stat.getMtime(),
                stat.getCversion(),
                stat.getNumChildren(),
                stat.getEphemeralOwner());
    }
}
