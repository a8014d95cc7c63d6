package io.snowkeeper.coordinator.store.difference;

import io.snowkeeper.coordinator.store.Change;
import io.snowkeeper.coordinator.store.StoreSession;

/**
 * A change whose version is only known when it is sent.
 *
 * @param path in the form of {@link Request}
 * @param bytes the payload's size, or {@link #LARGEST}
 * @param fill the payload's bytes
 * @param expected added to the version that was read before; {@link #ANY} for any version
 */
record Draft(Kind kind, String path, int bytes, int fill, int expected) {

    /** As many bytes as a write of one change may have. */
    static final int LARGEST = -1;

    /** Any version. */
    static final int ANY = Integer.MIN_VALUE;

    /** A kind of change. */
    enum Kind {
        CREATE,
        SET,
        DELETE,
        CHECK;

        boolean hasVersion() {
            return this != CREATE;
        }
    }

    boolean needsVersion() {
        return kind.hasVersion() && expected != ANY;
    }

    /**
     * Returns the change.
     *
     * @param where the path
     * @param size how large the payload is
     * @param found the version that was read before
     */
    Change at(String where, int size, int found) {
        int version = expected == ANY ? StoreSession.ANY_VERSION : found + expected;
        return switch (kind) {
            case CREATE -> new Change.Create(where, payload(size));
            case SET -> new Change.Set(where, payload(size), version);
            case DELETE -> new Change.Delete(where, version);
            case CHECK -> new Change.Check(where, version);
        };
    }

    private byte[] payload(int size) {
        byte[] payload = new byte[size];
        for (int i = 0; i < size; i++) {
            payload[i] = (byte) (fill + 31 * i);
        }
        return payload;
    }

    @Override
    public String toString() {
        String version = expected == ANY ? "any" : "found%+d".formatted(expected);
        return "%s %s%s%s"
                .formatted(
                        kind,
                        Request.shown(path),
                        kind == Kind.CREATE || kind == Kind.SET ? " of " + bytes : "",
                        kind.hasVersion() ? " at " + version : "");
    }
}
