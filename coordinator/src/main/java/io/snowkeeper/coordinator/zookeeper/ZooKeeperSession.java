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
import java.util.Set;
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
    public CompletableFuture<Optional<StoredRecord>> read(String path) {
        return read(path, null);
    }

    @Override
    public CompletableFuture<Optional<StoredRecord>> read(String path, @Nullable Watch watch) {
        CompletableFuture<Optional<StoredRecord>> answer = new CompletableFuture<>();
        String absolute = root.absolute(path);
        handle.getData(
                absolute,
                watcher(watch),
                (rc, unused, context, data, stat) ->
                        Answers.complete(answer, rc, absolute, () -> new StoredRecord(path, data, stampOf(stat))),
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
                (rc, unused, context, stat) -> Answers.complete(answer, rc, absolute, () -> stampOf(stat)),
                null);
        return answer;
    }

    @Override
    public CompletableFuture<Optional<RecordChildren>> children(String path) {
        CompletableFuture<Optional<RecordChildren>> answer = new CompletableFuture<>();
        String absolute = root.absolute(path);
        handle.getChildren(
                absolute,
                false,
                (rc, unused, context, names, stat) ->
                        Answers.complete(answer, rc, absolute, () -> new RecordChildren(stampOf(stat), names)),
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
                    Code code = Answers.code(rc);
                    if (code == Code.OK || code == Code.NONODE) {
                        answer.complete(code == Code.OK);
                    } else {
                        answer.completeExceptionally(Answers.failure(code, absolute));
                    }
                },
                null);
        return answer;
    }

    @Override
    public CompletableFuture<List<@Nullable RecordStamp>> write(List<Change> changes) {
        CompletableFuture<List<@Nullable RecordStamp>> answer = new CompletableFuture<>();
        List<String> paths =
                changes.stream().map(change -> root.absolute(change.path())).toList();
        handle.multi(
                root.operations(changes),
                (rc, unused, context, results) -> {
                    Code code = Answers.code(rc);
                    if (code == Code.OK) {
                        answer.complete(stampsOf(results));
                    } else if (Answers.isAnswer(code)) {
                        answer.completeExceptionally(Answers.refusal(paths, results, code));
                    } else {
                        answer.completeExceptionally(Answers.failure(code, null));
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
        CompletableFuture<@Nullable Void> done = CompletableFuture.completedFuture(null);
        String whole = root.absolute(path);
        for (int slash = whole.indexOf('/', 1); slash > 0; slash = whole.indexOf('/', slash + 1)) {
            String parent = whole.substring(0, slash);
            // Where we may not create it, somebody else has: if not, the last one cannot be created.
            done = done.thenCompose(unused -> ensure(parent, Set.of(Code.NODEEXISTS, Code.NOAUTH)));
        }
        return done.thenCompose(unused -> ensure(whole, Set.of(Code.NODEEXISTS)));
    }

    private CompletableFuture<@Nullable Void> ensure(String absolute, Set<Code> done) {
        CompletableFuture<@Nullable Void> answer = new CompletableFuture<>();
        handle.create(
                absolute,
                new byte[0],
                root.acl(),
                CreateMode.PERSISTENT,
                (rc, unused, context, name) -> {
                    Code code = Answers.code(rc);
                    if (code == Code.OK || done.contains(code)) {
                        answer.complete(null);
                    } else if (Answers.isAnswer(code) && code != Code.NOAUTH) {
                        answer.completeExceptionally(Answers.refusal(0, absolute, code));
                    } else {
                        answer.completeExceptionally(Answers.failure(code, absolute));
                    }
                },
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
                (rc, unused, context, acl, stat) -> Answers.complete(answer, rc, absolute, () -> acl),
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
        Code code = Answers.code(rc);
        if (code == Code.OK) {
            answer.complete(null);
        } else {
            answer.completeExceptionally(Answers.failure(code, path));
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
