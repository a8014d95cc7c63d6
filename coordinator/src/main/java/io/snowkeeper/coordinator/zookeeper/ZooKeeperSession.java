package io.snowkeeper.coordinator.zookeeper;

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
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.Watcher.Event.EventType;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/** A session with ZooKeeper: one handle of its client, which makes no other when the session ends. */
final class ZooKeeperSession implements StoreSession {

    private final ZooKeeper handle;
    private final FleetRoot root;

    ZooKeeperSession(ZooKeeper handle, FleetRoot root) {
        this.handle = handle;
        this.root = root;
    }

    boolean isOf(ZooKeeper other) {
        return handle == other;
    }

    @Override
    public long id() {
        return handle.getSessionId();
    }

    @Override
    public CompletableFuture<Optional<StoredRecord>> read(String path, @Nullable Watch watch) {
        CompletableFuture<Optional<StoredRecord>> answer = new CompletableFuture<>();
        String absolute = root.absolute(path);
        handle.getData(
                absolute,
                watcher(watch),
                (rc, unused, context, data, stat) ->
                        ResultCodes.complete(answer, rc, absolute, () -> new StoredRecord(path, data, stampOf(stat))),
                null);
        return answer;
    }

    @Override
    public CompletableFuture<Optional<RecordStamp>> stamp(String path, @Nullable Watch watch) {
        CompletableFuture<Optional<RecordStamp>> answer = new CompletableFuture<>();
        String absolute = root.absolute(path);
        handle.exists(
                absolute,
                watcher(watch),
                (rc, unused, context, stat) -> ResultCodes.complete(answer, rc, absolute, () -> stampOf(stat)),
                null);
        return answer;
    }

    @Override
    public CompletableFuture<Optional<RecordChildren>> children(String path, @Nullable Watch watch) {
        CompletableFuture<Optional<RecordChildren>> answer = new CompletableFuture<>();
        String absolute = root.absolute(path);
        handle.getChildren(
                absolute,
                watcher(watch),
                (rc, unused, context, names, stat) ->
                        ResultCodes.complete(answer, rc, absolute, () -> new RecordChildren(stampOf(stat), names)),
                null);
        return answer;
    }

    @Override
    public CompletableFuture<@Nullable Void> sync() {
        CompletableFuture<@Nullable Void> answer = new CompletableFuture<>();
        handle.sync(root.path(), (rc, unused, context) -> completeIfOk(answer, rc, null), null);
        return answer;
    }

    @Override
    public CompletableFuture<Boolean> confirm(String path) {
        CompletableFuture<Boolean> answer = new CompletableFuture<>();
        String absolute = root.absolute(path);
        handle.multi(
                List.of(Op.check(absolute, ANY_VERSION)),
                (rc, unused, context, results) -> {
                    Code code = ResultCodes.code(rc);
                    if (code == Code.OK || code == Code.NONODE) {
                        answer.complete(code == Code.OK);
                    } else {
                        answer.completeExceptionally(ResultCodes.failure(code, absolute));
                    }
                },
                null);
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
        handle.setData(
                path,
                set.payload(),
                set.version(),
                (rc, unused, context, stat) -> {
                    Code code = ResultCodes.code(rc);
                    if (code == Code.OK) {
                        answer.complete(List.of(stampOf(stat)));
                    } else if (ResultCodes.isAnswer(code)) {
                        answer.completeExceptionally(ResultCodes.refusal(0, path, code));
                    } else {
                        answer.completeExceptionally(ResultCodes.failure(code, path));
                    }
                },
                null);
        return answer;
    }

    private CompletableFuture<List<@Nullable RecordStamp>> writeAll(List<Change> changes) {
        CompletableFuture<List<@Nullable RecordStamp>> answer = new CompletableFuture<>();
        List<String> paths =
                changes.stream().map(change -> root.absolute(change.path())).toList();
        handle.multi(
                root.operations(changes),
                (rc, unused, context, results) -> {
                    Code code = ResultCodes.code(rc);
                    if (code == Code.OK) {
                        answer.complete(stampsOf(results));
                    } else if (ResultCodes.isAnswer(code)) {
                        answer.completeExceptionally(ResultCodes.refusal(paths, results, code));
                    } else {
                        answer.completeExceptionally(ResultCodes.failure(code, null));
                    }
                },
                null);
        return answer;
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
        // All is asked for at once, so that what the session is asked next comes after it.
        CompletableFuture<Optional<RuntimeException>> above = CompletableFuture.completedFuture(Optional.empty());
        for (int slash = whole.indexOf('/', 1); slash > 0; slash = whole.indexOf('/', slash + 1)) {
            String parent = whole.substring(0, slash);
            above = above.thenCombine(
                    create(parent),
                    (denial, code) -> denial.or(() -> Optional.of(code)
                            // Where we may not create it, somebody else may have: if not, what is below cannot be
                            // created.
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
        handle.create(
                absolute,
                new byte[0],
                root.acl(),
                CreateMode.PERSISTENT,
                (rc, unused, context, name) -> answer.complete(ResultCodes.code(rc)),
                null);
        return answer;
    }

    /** Returns who may do what with a znode; empty if it does not exist. */
    CompletableFuture<Optional<List<ACL>>> acl(String path) {
        CompletableFuture<Optional<List<ACL>>> answer = new CompletableFuture<>();
        String absolute = root.absolute(path);
        handle.getACL(
                absolute,
                new Stat(),
                (rc, unused, context, acl, stat) -> ResultCodes.complete(answer, rc, absolute, () -> acl),
                null);
        return answer;
    }

    private static @Nullable Watcher watcher(@Nullable Watch watch) {
        return watch == null ? null : new Watching(watch);
    }

    /** Equal for one watch: ZooKeeper's client keeps every other one until it is called. */
    private record Watching(Watch watch) implements Watcher {

        @Override
        public void process(WatchedEvent event) {
            // Events of the connection come here too; the watch outlives them.
            if (event.getType() != EventType.None) {
                watch.changed();
            }
        }
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
