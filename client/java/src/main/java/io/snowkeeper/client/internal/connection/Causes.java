package io.snowkeeper.client.internal.connection;

/** The words for the cause of a failure. */
public final class Causes {

    private Causes() {}

    /** Returns the message of the failure, or its name if it has none. */
    public static String describe(Throwable failure) {
        String message = failure.getMessage();
        return message == null || message.isBlank() ? failure.getClass().getSimpleName() : message;
    }
}
