package io.snowkeeper.client;

/** Puts failures into words. */
final class Problems {

    private Problems() {}

    /** Returns the message of the failure, or its name if it has none. */
    static String describe(Throwable failure) {
        String message = failure.getMessage();
        return message == null || message.isBlank() ? failure.getClass().getSimpleName() : message;
    }
}
