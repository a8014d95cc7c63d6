package io.snowkeeper.coordinator.zookeeper.sequence;

import io.snowkeeper.coordinator.sequence.SequenceUnavailableException;
import io.snowkeeper.coordinator.zookeeper.Denial;
import io.snowkeeper.core.UnavailableReason;
import org.apache.zookeeper.KeeperException.Code;
import org.jspecify.annotations.Nullable;

/** ZooKeeper has answered that a write was not done, nor will be. */
final class WriteRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Stands for the whole of a transaction. */
    static final int WHOLE = -1;

    private final int operation;
    private final @Nullable String path;
    private final Code code;

    /**
     * @param operation which of the transaction's operations, from 0; or {@link #WHOLE}
     * @param path the znode of that operation, null if it is not known
     */
    WriteRefusedException(int operation, @Nullable String path, Code code) {
        super("operation %d of a transaction, %s: %s".formatted(operation, path, code));
        this.operation = operation;
        this.path = path;
        this.code = code;
    }

    int operation() {
        return operation;
    }

    Code code() {
        return code;
    }

    /** Returns whether only something else was found than was expected: what is planned anew, on what there is, may be done. */
    boolean isCondition() {
        return switch (code) {
            case BADVERSION, NONODE, NODEEXISTS, NOTEMPTY, SESSIONMOVED -> true;
            default -> false;
        };
    }

    /** Returns what to tell whoever it was for. */
    SequenceUnavailableException toAnswer() {
        SequenceUnavailableException answer = new SequenceUnavailableException(
                UnavailableReason.ZOOKEEPER_DENIES,
                Denial.of(code, null)
                        .orElseGet(() -> "ZooKeeper refuses a write%s (%s): %s"
                                .formatted(path == null ? "" : " to znode " + path, code, advice())));
        answer.initCause(this);
        return answer;
    }

    private String advice() {
        return switch (code) {
            case QUOTAEXCEEDED -> "a quota is used up; raise it there, or let keys and reservations come to their end";
            case THROTTLEDOP -> "it has more to do than it can; ask again later";
            case INVALIDACL ->
                "it does not take the rights that the fleet's login gives; see the login's settings there";
            default -> "see its log";
        };
    }
}
