package io.snowkeeper.node.redis;

import io.snowkeeper.node.security.AdminToken;
import io.snowkeeper.node.security.Peer;
import java.util.Optional;
import java.util.function.Supplier;

/** What is known of a client's connection beside its requests. Not thread-safe. */
final class Connection {

    private final long id;
    private final Peer peer;
    private final Supplier<Optional<String>> subject;
    private final Optional<AdminToken> token;
    private boolean authenticated;
    private boolean resp3;
    private String name = "";
    private String library = "";
    private String libraryVersion = "";
    private boolean quit;

    /**
     * @param id tells it from others of this node
     * @param subject who the client is, as far as the port knows
     * @param token what those have to show who change what a sequence is, if anything
     */
    Connection(long id, Peer peer, Supplier<Optional<String>> subject, Optional<AdminToken> token) {
        this.id = id;
        this.peer = peer;
        this.subject = subject;
        this.token = token;
    }

    /** Returns what tells who the client is. */
    Supplier<Optional<String>> subject() {
        return subject;
    }

    /** What became of an attempt to show the token. */
    enum Login {
        DONE,
        WRONG,
        /** There is no token to be shown. */
        NEEDLESS
    }

    long id() {
        return id;
    }

    Login login(String given) {
        if (token.isEmpty()) {
            return Login.NEEDLESS;
        }
        if (!token.get().matches(given)) {
            return Login.WRONG;
        }
        authenticated = true;
        return Login.DONE;
    }

    /** Returns whether the client may change what a sequence is. */
    boolean mayChange() {
        return token.isPresent() ? authenticated : peer == Peer.THIS_MACHINE;
    }

    /** Returns whether there is a token that it could show. */
    boolean hasToken() {
        return token.isPresent();
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
        return "id=%d name=%s db=0 resp=%d lib-name=%s lib-ver=%s"
                .formatted(id, name, resp3 ? 3 : 2, library, libraryVersion);
    }

    /** Puts everything back to how it was at the beginning. */
    void reset() {
        authenticated = false;
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
