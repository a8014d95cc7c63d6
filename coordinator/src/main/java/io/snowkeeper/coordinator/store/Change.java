package io.snowkeeper.coordinator.store;

/** One change of an atomic write, or a condition of it. */
public sealed interface Change {

    /** Returns the path of the record that it is about. */
    String path();

    /** A record is made, on the condition that there is none and that its parent exists. */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    record Create(String path, byte[] payload) implements Change {}

    /**
     * A record is written.
     *
     * @param version the condition: its version, or {@link StoreSession#ANY_VERSION}
     */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    record Set(String path, byte[] payload, int version) implements Change {}

    /**
     * A record is deleted, on the condition that it has no children.
     *
     * @param version the condition: its version, or {@link StoreSession#ANY_VERSION}
     */
    record Delete(String path, int version) implements Change {}

    /**
     * A condition alone: the record exists.
     *
     * @param version its version, or {@link StoreSession#ANY_VERSION}
     */
    record Check(String path, int version) implements Change {}
}
