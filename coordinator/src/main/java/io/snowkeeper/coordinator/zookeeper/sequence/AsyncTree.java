package io.snowkeeper.coordinator.zookeeper.sequence;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.coordinator.sequence.SequenceUnavailableException;
import io.snowkeeper.coordinator.zookeeper.Denial;
import io.snowkeeper.core.UnavailableReason;
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
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/**
 * The znodes below the fleet's root, without blocking. Curator keeps the connection and the session; requests go to
 * ZooKeeper's own client and are never repeated by it, so that it is known of each what became of it.
 *
 * <p>Futures fail with {@link NoAnswerException}, with {@link SequenceUnavailableException} where ZooKeeper does not let us
 * in (its cause is ZooKeeper's own exception), or, for writes, with {@link WriteRefusedException} whatever it answers. They complete on ZooKeeper's event thread.
 */
class AsyncTree {

    private static final int ANY_VERSION = -1;

    /** Of names that may be anybody's invention: so few that what numbers need is never far behind them. */
    private static final int SEARCHES_AT_ONCE = 32;

    private static final int MAX_SEARCHES_WAITING = 2_000;

    private final CuratorFramework client;
    private final String root;
    private final List<ACL> acl;
    private final SharedRequest<ZooKeeper> confirmation = new SharedRequest<>(this::confirm);
    private final FleetGate gate;
    private final Turns searches = new Turns(SEARCHES_AT_ONCE, MAX_SEARCHES_WAITING);

    /**
     * @param root the fleet's root with its leading slash, empty if there is none
     * @param acl who may do what with the znodes that are made
     * @param fleet whose znodes these are
     */
    AsyncTree(CuratorFramework client, String root, List<ACL> acl, ServedFleet fleet) {
        this.client = client;
        this.root = root;
        this.acl = acl;
        this.gate = new FleetGate(fleet, root);
    }

    /** Reads a znode; empty if there is none. */
    CompletableFuture<Optional<Znode>> read(String path) {
        return request((zooKeeper, answer) -> getData(zooKeeper, path, null, answer));
    }

    /**
     * Reads a znode as it is at least since now, whoever leads the ensemble, and has the watcher called once if it changes. A
     * {@code sync} would not do: a leader that was replaced, and has not heard of it, answers that as well.
     */
    CompletableFuture<Optional<Znode>> readLatest(String path, @Nullable Watcher watcher) {
        CompletableFuture<Optional<Znode>> answer = new CompletableFuture<>();
        var unused = confirmation.ask().whenComplete((session, failure) -> {
            if (failure == null) {
                // By the very session that has seen the confirmation: another one's server may be behind it.
                getData(session, path, watcher, answer);
            } else {
                fail(answer, path, requireNonNull(Failures.unwrap(failure)));
            }
        });
        return answer;
    }

    /**
     * Looks for a sequence's name as {@link #readLatest} does, when it is its turn: names may be made up by strangers, who could keep
     * ZooKeeper busy with them. Fails with {@link NoAnswerException} also if too many are looked for.
     */
    CompletableFuture<Optional<Znode>> findName(String sequence, @Nullable Watcher watcher) {
        return searches.take(() -> readLatest(SequencePaths.name(sequence), watcher));
    }

    /** Returns whether so many names are looked for that no other one may be. */
    boolean looksForTooManyNames() {
        return searches.isFull();
    }

    /** Fails a read that is not confirmed. Who is not let in is told of the znode itself, if that is denied as well. */
    private void fail(CompletableFuture<Optional<Znode>> answer, String path, Throwable failure) {
        if (failure instanceof SequenceUnavailableException) {
            var unused = read(path)
                    .whenComplete((znode, denial) -> answer.completeExceptionally(denial == null ? failure : denial));
        } else {
            answer.completeExceptionally(failure);
        }
    }

    /** Makes a write that changes nothing. It is done if a majority of the servers takes it, from their present leader. */
    private CompletableFuture<ZooKeeper> confirm() {
        CompletableFuture<Optional<ZooKeeper>> written = request((zooKeeper, answer) -> zooKeeper.multi(
                List.of(Op.check(root + SequencePaths.SEQUENCES, ANY_VERSION)),
                (rc, unused, context, results) -> complete(
                        answer,
                        rc,
                        root + SequencePaths.SEQUENCES,
                        Code.NONODE,
                        Optional.empty(),
                        () -> Optional.of(zooKeeper)),
                null));
        return written.thenCompose(done -> done.isPresent()
                ? CompletableFuture.completedFuture(done.get())
                : ensureParent(SequencePaths.SEQUENCES).thenCompose(made -> confirm()));
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

    /** Looks at a znode as it is at least since now; empty if there is none. */
    CompletableFuture<Optional<Stat>> statLatest(String path) {
        return request((zooKeeper, answer) -> {
            zooKeeper.sync(root + path, (rc, unused, context) -> {}, null);
            zooKeeper.exists(
                    root + path,
                    false,
                    (rc, unused, context, stat) ->
                            complete(answer, rc, root + path, Code.NONODE, Optional.empty(), () -> Optional.of(stat)),
                    null);
        });
    }

    /** Returns a znode with its children's names, as they are at least since now; empty if there is none. */
    CompletableFuture<Optional<Parent>> parentLatest(String path) {
        return request((zooKeeper, answer) -> {
            zooKeeper.sync(root + path, (rc, unused, context) -> {}, null);
            zooKeeper.getChildren(
                    root + path,
                    false,
                    (rc, unused, context, names, stat) -> complete(
                            answer,
                            rc,
                            root + path,
                            Code.NONODE,
                            Optional.empty(),
                            () -> Optional.of(new Parent(stat.getPzxid(), names))),
                    null);
        });
    }

    /**
     * A znode as far as its children are concerned.
     *
     * @param changed the transaction that created or deleted a child last
     */
    record Parent(long changed, List<String> children) {}

    /** Does all of the operations or none. */
    CompletableFuture<List<OpResult>> write(List<Op> operations) {
        return request((zooKeeper, answer) -> zooKeeper.multi(
                operations,
                (rc, unused, context, results) -> {
                    Code code = code(rc);
                    if (code == Code.OK) {
                        answer.complete(results);
                    } else if (isAnswer(code)) {
                        answer.completeExceptionally(refusal(operations, results, code));
                    } else {
                        answer.completeExceptionally(failure(code, null));
                    }
                },
                null));
    }

    /**
     * Returns whether ZooKeeper has answered. Of what is left, some codes are its client's own, for requests without an answer,
     * and some end the session, with requests that are under way.
     */
    private static boolean isAnswer(Code code) {
        return switch (code) {
            case CONNECTIONLOSS,
                    SESSIONEXPIRED,
                    OPERATIONTIMEOUT,
                    REQUESTTIMEOUT,
                    AUTHFAILED,
                    SESSIONCLOSEDREQUIRESASLAUTH -> false;
            default -> true;
        };
    }

    private static WriteRefusedException refusal(List<Op> operations, @Nullable List<OpResult> results, Code code) {
        int operation = firstError(results);
        return new WriteRefusedException(
                operation, operation < 0 ? null : operations.get(operation).getPath(), code);
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
                    Code code = code(rc);
                    if (code == Code.OK || done.contains(code)) {
                        answer.complete(null);
                    } else if (isAnswer(code) && code != Code.NOAUTH) {
                        answer.completeExceptionally(new WriteRefusedException(0, absolute, code));
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

    /** A server may be newer than our client, and know more codes. */
    static Code code(int number) {
        try {
            return Code.get(number);
        } catch (IllegalArgumentException e) {
            return Code.SYSTEMERROR;
        }
    }

    private static int firstError(@Nullable List<OpResult> results) {
        List<OpResult> known = results == null ? new ArrayList<>() : results;
        for (int i = 0; i < known.size(); i++) {
            if (known.get(i) instanceof OpResult.ErrorResult error && error.getErr() != Code.OK.intValue()) {
                return i;
            }
        }
        return WriteRefusedException.WHOLE;
    }

    private static <T> void complete(
            CompletableFuture<T> answer, int rc, String path, Code absent, T ifAbsent, Supplier<T> found) {
        Code code = code(rc);
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
        SequenceUnavailableException denial =
                new SequenceUnavailableException(UnavailableReason.ZOOKEEPER_DENIES, text);
        denial.initCause(KeeperException.create(code));
        return denial;
    }

    private <T> CompletableFuture<T> request(Request<T> request) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        try {
            ZooKeeper zooKeeper = client.getZookeeperClient().getZooKeeper();
            if (gate.isOpen(zooKeeper)) {
                send(request, zooKeeper, answer);
            } else {
                var unused = gate.open(zooKeeper).whenComplete((open, failure) -> {
                    if (failure == null) {
                        send(request, zooKeeper, answer);
                    } else {
                        answer.completeExceptionally(failure);
                    }
                });
            }
        } catch (Exception e) { // Curator declares no narrower one.
            answer.completeExceptionally(unreachable(e));
        }
        return answer;
    }

    /** By the handle whose session was let in: another one has to be asked again. */
    private static <T> void send(Request<T> request, ZooKeeper zooKeeper, CompletableFuture<T> answer) {
        try {
            request.send(zooKeeper, answer);
        } catch (Exception e) { // Curator declares no narrower one.
            answer.completeExceptionally(unreachable(e));
        }
    }

    private static NoAnswerException unreachable(Exception e) {
        return new NoAnswerException("ZooKeeper cannot be reached: " + e.getMessage());
    }

    private interface Request<T> {
        void send(ZooKeeper zooKeeper, CompletableFuture<T> answer) throws Exception;
    }
}
