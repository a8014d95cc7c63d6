package io.snowkeeper.coordinator.zookeeper;

/** What an operator wants to know of a failure that others have wrapped. */
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
