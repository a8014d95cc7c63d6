package io.snowkeeper.coordinator.zookeeper;

import io.snowkeeper.coordinator.store.NoAnswerException;
import io.snowkeeper.coordinator.store.Refusal;
import io.snowkeeper.coordinator.store.StoreDeniedException;
import io.snowkeeper.coordinator.store.WriteRefusedException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.OpResult;
import org.jspecify.annotations.Nullable;

/** The translation of ZooKeeper's result codes to answers and failures of the store. */
final class ResultCodes {

    private ResultCodes() {}

    /** A server may be newer than our client, and know more codes. */
    static Code code(int number) {
        try {
            return Code.get(number);
        } catch (IllegalArgumentException e) {
            return Code.SYSTEMERROR;
        }
    }

    /**
     * Returns whether ZooKeeper has answered. Some of the remaining codes are the client's own, for requests without an
     * answer, and some end the session, with requests that are under way.
     */
    static boolean isAnswer(Code code) {
        return switch (code) {
            case CONNECTIONLOSS,
                    SESSIONEXPIRED,
                    UNKNOWNSESSION,
                    OPERATIONTIMEOUT,
                    REQUESTTIMEOUT,
                    AUTHFAILED,
                    SESSIONCLOSEDREQUIRESASLAUTH -> false;
            default -> true;
        };
    }

    /** Completes the answer to a read: by the record, or by emptiness if the znode is not there. */
    static <T> void complete(CompletableFuture<Optional<T>> answer, int rc, String path, Supplier<T> found) {
        Code code = code(rc);
        if (code == Code.OK) {
            answer.complete(Optional.of(found.get()));
        } else if (code == Code.NONODE) {
            answer.complete(Optional.empty());
        } else {
            answer.completeExceptionally(failure(code, path));
        }
    }

    /** @param path null if it is not known which of several */
    static RuntimeException failure(Code code, @Nullable String path) {
        return AccessErrors.of(code, path)
                .<RuntimeException>map(
                        text -> new StoreDeniedException(text, code == Code.NOAUTH, KeeperException.create(code)))
                .orElseGet(() -> new NoAnswerException("ZooKeeper said " + code));
    }

    static WriteRefusedException refusal(List<String> paths, @Nullable List<OpResult> results, Code code) {
        int change = firstError(results);
        return refusal(change, change < 0 ? null : paths.get(change), code);
    }

    /** @param path null if it is not known which of several */
    static WriteRefusedException refusal(int change, @Nullable String path, Code code) {
        String message = AccessErrors.of(code, null)
                .orElseGet(() -> "ZooKeeper refuses a write%s (%s): %s"
                        .formatted(path == null ? "" : " to znode " + path, code, advice(code)));
        return new WriteRefusedException(change, reason(code), message);
    }

    private static Refusal reason(Code code) {
        return switch (code) {
            case BADVERSION -> Refusal.VERSION;
            case NONODE -> Refusal.MISSING;
            case NODEEXISTS -> Refusal.EXISTS;
            case NOTEMPTY -> Refusal.NOT_EMPTY;
            case SESSIONMOVED -> Refusal.SESSION_MOVED;
            case NOAUTH -> Refusal.DENIED;
            default -> Refusal.OTHER;
        };
    }

    private static String advice(Code code) {
        return switch (code) {
            case QUOTAEXCEEDED ->
                "a quota is used up, or the memory of a node that brings its own ZooKeeper, see its log; raise it there, or let keys and reservations come to their end";
            case THROTTLEDOP -> "it is overloaded; ask again later";
            case INVALIDACL ->
                "it does not take the rights that the fleet's login gives; see the login's settings there";
            default -> "see its log";
        };
    }

    private static int firstError(@Nullable List<OpResult> results) {
        List<OpResult> known = results == null ? List.of() : results;
        for (int i = 0; i < known.size(); i++) {
            if (known.get(i) instanceof OpResult.ErrorResult error && error.getErr() != Code.OK.intValue()) {
                return i;
            }
        }
        return WriteRefusedException.WHOLE;
    }
}
