package io.snowkeeper.coordinator.zookeeper.sequence;

import org.apache.zookeeper.KeeperException.Code;

/** A transaction was not done, because one of its operations did not find what it expected. */
final class WriteRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int operation;
    private final Code code;

    /** @param operation which of the transaction's operations, from 0 */
    WriteRefusedException(int operation, Code code) {
        super("operation %d of a transaction: %s".formatted(operation, code));
        this.operation = operation;
        this.code = code;
    }

    int operation() {
        return operation;
    }

    Code code() {
        return code;
    }
}
