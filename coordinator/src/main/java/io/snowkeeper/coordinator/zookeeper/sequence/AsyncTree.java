package io.snowkeeper.coordinator.zookeeper.sequence;

import io.snowkeeper.coordinator.sequence.SequenceUnavailableException;
import io.snowkeeper.coordinator.zookeeper.client.Denial;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.ACL;
import org.jspecify.annotations.Nullable;

/**
 * The znodes below the fleet's root, without blocking. Curator keeps the connection and the session; requests go to
 * ZooKeeper's own client and are never repeated by it, so that it is known of each what became of it.
 *
 * <p>Futures fail with {@link NoAnswerException}, with {@link SequenceUnavailableException} where ZooKeeper does not let us
 * in (its cause is ZooKeeper's own exception), or, for writes, with {@link WriteRefusedException}. They complete on ZooKeeper's event thread.
 */
class AsyncTree {

    private static final int ANY_VERSION = -1;

    private final CuratorFramework client;
    private final String root;
    private final List<ACL> acl;

    /**
     * @param root the fleet's root with its leading slash, empty if there is none
     * @param acl who may do what with the znodes that are made
     */
    AsyncTree(CuratorFramework client, String root, List<ACL> acl) {
        this.client = client;
        this.root = root;
        this.acl = acl;
    }

    /** Reads a znode; empty if there is none. */
    CompletableFuture<Optional<Znode>> read(String path) {
        return request((zooKeeper, answer) -> getData(zooKeeper, path, null, answer));
    }

    /** Reads a znode as it is at least since now, and has the watcher called once if it changes. */
    CompletableFuture<Optional<Znode>> readLatest(String path, @Nullable Watcher watcher) {
        return request((zooKeeper, answer) -> {
            // Not waited for: requests of one session are served in their order.
            zooKeeper.sync(root + path, (rc, unused, context) -> {}, null);
            getData(zooKeeper, path, watcher, answer);
        });
    }

    private void getData(
            ZooKeeper zooKeeper, String path, @Nullable Watcher watcher, CompletableFuture<Optional<Znode>> answer) {
        zooKeeper.getData(
                root + path,
                watcher,
                (rc, unused, context, data, stat) -> complete(
                        answer,
                        rc,
                        root + path,
                        Code.NONODE,
                        Optional.empty(),
                        () -> Optional.of(new Znode(path, data, stat))),
                null);
    }

    /** Returns the names of a znode's children; none if it does not exist. */
    CompletableFuture<List<String>> children(String path) {
        return request((zooKeeper, answer) -> zooKeeper.getChildren(
                root + path,
                false,
                (int rc, String unused, Object context, List<String> names) ->
                        complete(answer, rc, root + path, Code.NONODE, List.of(), () -> names),
                null));
    }

    /** Does all of the operations or none. */
    CompletableFuture<List<OpResult>> write(List<Op> operations) {
        return request((zooKeeper, answer) -> zooKeeper.multi(
                operations,
                (rc, unused, context, results) -> {
                    Code code = Code.get(rc);
                    if (code == Code.OK) {
                        answer.complete(results);
                    } else if (isRefusal(code)) {
                        answer.completeExceptionally(new WriteRefusedException(firstError(results), code));
                    } else {
                        answer.completeExceptionally(failure(code, null));
                    }
                },
                null));
    }

    /** Creates the fleet's root, and a parent below it, where they do not exist. */
    CompletableFuture<@Nullable Void> ensureParent(String path) {
        CompletableFuture<@Nullable Void> done = CompletableFuture.completedFuture(null);
        String whole = root + path;
        for (int slash = whole.indexOf('/', 1); slash > 0; slash = whole.indexOf('/', slash + 1)) {
            String parent = whole.substring(0, slash);
            // Where we may not create it, somebody else has: if not, the last one cannot be created.
            done = done.thenCompose(unused -> ensure(parent, Set.of(Code.NODEEXISTS, Code.NOAUTH)));
        }
        return done.thenCompose(unused -> ensure(whole, Set.of(Code.NODEEXISTS)));
    }

    private CompletableFuture<@Nullable Void> ensure(String absolute, Set<Code> done) {
        return request((zooKeeper, answer) -> zooKeeper.create(
                absolute,
                new byte[0],
                acl,
                CreateMode.PERSISTENT,
                (rc, unused, context, name) -> {
                    Code code = Code.get(rc);
                    if (code == Code.OK || done.contains(code)) {
                        answer.complete(null);
                    } else {
                        answer.completeExceptionally(failure(code, absolute));
                    }
                },
                null));
    }

    Op create(String path, byte[] data) {
        return Op.create(root + path, data, acl, CreateMode.PERSISTENT);
    }

    Op set(String path, byte[] data, int version) {
        return Op.setData(root + path, data, version);
    }

    Op delete(String path) {
        return Op.delete(root + path, ANY_VERSION);
    }

    Op delete(String path, int version) {
        return Op.delete(root + path, version);
    }

    private static boolean isRefusal(Code code) {
        return code == Code.BADVERSION || code == Code.NONODE || code == Code.NODEEXISTS || code == Code.NOTEMPTY;
    }

    private static int firstError(@Nullable List<OpResult> results) {
        List<OpResult> known = results == null ? new ArrayList<>() : results;
        for (int i = 0; i < known.size(); i++) {
            if (known.get(i) instanceof OpResult.ErrorResult error && error.getErr() != Code.OK.intValue()) {
                return i;
            }
        }
        return 0;
    }

    private static <T> void complete(
            CompletableFuture<T> answer, int rc, String path, Code absent, T ifAbsent, Supplier<T> found) {
        Code code = Code.get(rc);
        if (code == Code.OK) {
            answer.complete(found.get());
        } else if (code == absent) {
            answer.complete(ifAbsent);
        } else {
            answer.completeExceptionally(failure(code, path));
        }
    }

    private static RuntimeException failure(Code code, @Nullable String path) {
        return Denial.of(code, path)
                .<RuntimeException>map(text -> denial(text, code))
                .orElseGet(() -> new NoAnswerException("ZooKeeper said " + code));
    }

    private static RuntimeException denial(String text, Code code) {
        SequenceUnavailableException denial = new SequenceUnavailableException(text);
        denial.initCause(KeeperException.create(code));
        return denial;
    }

    private <T> CompletableFuture<T> request(Request<T> request) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        try {
            request.send(client.getZookeeperClient().getZooKeeper(), answer);
        } catch (Exception e) { // Curator declares no narrower one.
            answer.completeExceptionally(new NoAnswerException("ZooKeeper cannot be reached: " + e.getMessage()));
        }
        return answer;
    }

    private interface Request<T> {
        void send(ZooKeeper zooKeeper, CompletableFuture<T> answer) throws Exception;
    }
}
