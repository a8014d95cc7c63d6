package io.snowkeeper.node.redis;

import io.snowkeeper.node.access.ClientAccess;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The data of a client's connection beside its requests. Not thread-safe. */
final class Connection {

    private final long id;
    private final Supplier<Optional<String>> subject;
    private final ClientAccess access;
    private boolean resp3;
    private String name = "";
    private String library = "";
    private String libraryVersion = "";
    private boolean quit;
    private @Nullable Transaction transaction;

    /**
     * @param id its number on this node
     * @param subject the client, as far as the port knows
     * @param access the client's rights
     */
    Connection(long id, Supplier<Optional<String>> subject, ClientAccess access) {
        this.id = id;
        this.subject = subject;
        this.access = access;
    }

    /** Returns the client's identity. */
    Supplier<Optional<String>> subject() {
        return subject;
    }

    /** Returns the client's rights. */
    ClientAccess access() {
        return access;
    }

    long id() {
        return id;
    }

    boolean isResp3() {
        return resp3;
    }

    void speakResp3(boolean version3) {
        resp3 = version3;
    }

    String name() {
        return name;
    }

    void setName(String given) {
        name = given;
    }

    void setLibrary(String given) {
        library = given;
    }

    void setLibraryVersion(String given) {
        libraryVersion = given;
    }

    /** Returns it as clients list connections. */
    String text() {
        return "id=%s name=%s db=0 resp=%s lib-name=%s lib-ver=%s"
                .formatted(id, name, resp3 ? 3 : 2, library, libraryVersion);
    }

    /** Returns the transaction that was begun, until the last of its commands is; null if there is none. */
    @Nullable
    Transaction transaction() {
        return transaction;
    }

    /** Sets the transaction, null for none. */
    void setTransaction(@Nullable Transaction begun) {
        transaction = begun;
    }

    /** Puts everything back to how it was at the beginning. */
    void reset() {
        transaction = null;
        access.logout();
        resp3 = false;
        name = "";
        library = "";
        libraryVersion = "";
    }

    /** Ends after the next answer. */
    void quit() {
        quit = true;
    }

    boolean hasQuit() {
        return quit;
    }
}
