package io.snowkeeper.client.internal.connection;

/** Puts failures into words. */
public final class Problems {

    private Problems() {}

    /** Returns the message of the failure, or its name if it has none. */
    public static String describe(Throwable failure) {
        String message = failure.getMessage();
        return message == null || message.isBlank() ? failure.getClass().getSimpleName() : message;
    }
}
