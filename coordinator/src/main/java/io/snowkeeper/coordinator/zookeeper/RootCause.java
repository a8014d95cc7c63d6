package io.snowkeeper.coordinator.zookeeper;

/** The root cause of a failure, as an operator wants to know it. */
final class RootCause {

    private RootCause() {}

    static String describe(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause.getClass().getSimpleName() + ": " + cause.getMessage();
    }
}
