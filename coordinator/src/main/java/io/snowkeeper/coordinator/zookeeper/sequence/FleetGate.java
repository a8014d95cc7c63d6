package io.snowkeeper.coordinator.zookeeper.sequence;

import io.snowkeeper.coordinator.fleet.FleetPaths;
import io.snowkeeper.coordinator.sequence.SequenceUnavailableException;
import io.snowkeeper.coordinator.store.PayloadCodec;
import io.snowkeeper.coordinator.zookeeper.Denial;
import io.snowkeeper.coordinator.zookeeper.sequence.ServedFleet.Known;
import io.snowkeeper.core.UnavailableReason;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.Watcher.Event.EventType;
import org.apache.zookeeper.ZooKeeper;
import org.jspecify.annotations.Nullable;

/**
 * What a connection's requests have to pass: each new session is asked first which fleet it has come to, and again when the
 * fleet's znode has changed. A handle of ZooKeeper's client has one session, and a session is of one ensemble, so what was found
 * holds for all that is sent by the same handle. Thread-safe.
 */
final class FleetGate {

    private static final int ANY_VERSION = -1;

    private final ServedFleet fleet;
    private final String path;
    private final Watcher watcher = event -> {
        if (event.getType() != EventType.None) {
            confirmed = null;
        }
    };

    private volatile @Nullable Confirmed confirmed;
    private @Nullable ZooKeeper asked;
    private @Nullable CompletableFuture<@Nullable Void> answer;

    /**
     * A session that was found to be of the fleet.
     *
     * @param id the fleet's id, empty if there was none yet
     */
    private record Confirmed(ZooKeeper handle, Optional<String> id) {}

    /**
     * A look at which fleet a session has come to.
     *
     * @param made completed when that is known
     * @param before what was known before a majority of the servers was asked, null if none was yet
     */
    private record Look(
            ZooKeeper handle,
            CompletableFuture<@Nullable Void> made,
            @Nullable Known before) {}

    /** @param root the fleet's root with its leading slash */
    FleetGate(ServedFleet fleet, String root) {
        this.fleet = fleet;
        this.path = root + FleetPaths.FLEET;
    }

    /** Returns whether requests may be sent by this handle. */
    boolean isOpen(ZooKeeper handle) {
        Confirmed known = confirmed;
        return known != null && known.handle() == handle && fleet.isServed(known.id());
    }

    /**
     * Looks which fleet the handle's session has come to. Fails with {@link SequenceUnavailableException} if it is not
     * ours, and with {@link NoAnswerException} if that is not known.
     */
    CompletableFuture<@Nullable Void> open(ZooKeeper handle) {
        String refusal = fleet.refusal();
        if (refusal != null) {
            return CompletableFuture.failedFuture(
                    new SequenceUnavailableException(UnavailableReason.OTHER_FLEET, refusal));
        }
        CompletableFuture<@Nullable Void> made;
        synchronized (this) {
            if (asked == handle && answer != null && !answer.isDone()) {
                return answer;
            }
            made = new CompletableFuture<>();
            asked = handle;
            answer = made;
        }
        look(new Look(handle, made, null));
        return made;
    }

    private void look(Look look) {
        // Not waited for: requests of one session are served in their order.
        look.handle().sync(path, (rc, unused, context) -> {}, null);
        look.handle()
                .getData(
                        path,
                        watcher,
                        (rc, unused, context, data, stat) -> {
                            if (rc == Code.NONODE.intValue()) {
                                awaitFleet(look);
                            } else {
                                looked(look, rc, data);
                            }
                        },
                        null);
    }

    /** There is no fleet yet, or not any more: whichever it is, we hear of the next one. */
    private void awaitFleet(Look look) {
        look.handle()
                .exists(
                        path,
                        watcher,
                        (rc, unused, context, stat) -> {
                            if (rc == Code.OK.intValue()) {
                                look(look);
                            } else {
                                looked(look, rc, null);
                            }
                        },
                        null);
    }

    private void looked(Look look, int rc, byte @Nullable [] data) {
        try {
            Optional<String> found = idOf(AsyncTree.code(rc), data);
            if (fleet.found(found, look.before())) {
                confirmed = new Confirmed(look.handle(), found);
                look.made().complete(null);
            } else {
                lookAgain(look);
            }
        } catch (RuntimeException e) {
            look.made().completeExceptionally(e);
        }
    }

    /**
     * A fleet that does not fit may be what was before ours was made, by an answer that was late or by a server that lags. A
     * write that changes nothing is answered by the ensemble's present leader alone, and what is read after it is as new.
     */
    private void lookAgain(Look look) {
        Known known = fleet.known();
        look.handle()
                .multi(
                        List.of(Op.check(path, ANY_VERSION)),
                        (rc, unused, context, results) -> {
                            if (rc == Code.OK.intValue() || rc == Code.NONODE.intValue()) {
                                look(new Look(look.handle(), look.made(), known));
                            } else {
                                looked(look, rc, null);
                            }
                        },
                        null);
    }

    private Optional<String> idOf(Code code, byte @Nullable [] data) {
        if (code == Code.NONODE) {
            return Optional.empty();
        }
        if (code != Code.OK || data == null) {
            Optional<String> denial = Denial.of(code, path);
            if (denial.isEmpty()) {
                throw new NoAnswerException("ZooKeeper said " + code);
            }
            SequenceUnavailableException denied =
                    new SequenceUnavailableException(UnavailableReason.ZOOKEEPER_DENIES, denial.get());
            denied.initCause(KeeperException.create(code));
            throw denied;
        }
        try {
            return Optional.of(PayloadCodec.decode(data, FleetId.class).id());
        } catch (IOException e) {
            throw new SequenceUnavailableException(
                    "znode %s cannot be read, so it is not known which fleet this is: %s; restore it"
                            .formatted(path, e.getMessage()));
        }
    }
}
