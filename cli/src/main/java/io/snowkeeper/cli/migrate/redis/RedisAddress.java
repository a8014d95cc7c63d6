package io.snowkeeper.cli.migrate.redis;

import io.snowkeeper.core.text.HostPort;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;

/**
 * A Redis server, as a URL names it: {@code redis://[[USER]:PASSWORD@]HOST[:PORT][/DATABASE]}, or {@code rediss://} for TLS.
 *
 * @param tls whether it is asked over TLS
 * @param host its name or address
 * @param port 1 to 65535
 * @param database the number of the database, 0 or more
 * @param user who logs in; empty for Redis' default user
 * @param password what it logs in by; empty for no login
 */
public record RedisAddress(
        boolean tls, String host, int port, int database, Optional<String> user, Optional<String> password) {

    private static final int DEFAULT_PORT = 6379;
    private static final int MAX_PORT = 65_535;
    private static final String FORM =
            "must be redis://HOST[:PORT][/DATABASE], or rediss:// for TLS, with [USER]:PASSWORD@ before the host if it is needed";

    /** @throws IllegalArgumentException if there is a user without a password, or a number is out of its range */
    public RedisAddress {
        if (host.isEmpty() || port < 1 || port > MAX_PORT || database < 0) {
            throw new IllegalArgumentException(FORM);
        }
        if (user.isPresent() && password.isEmpty()) {
            throw new IllegalArgumentException("a user of Redis needs a password");
        }
    }

    /**
     * Reads a URL.
     *
     * @throws IllegalArgumentException if it is none of this form; the message does not repeat it, since it may hold a password
     */
    public static RedisAddress parse(String url) {
        URI uri;
        try {
            uri = new URI(url);
        } catch (URISyntaxException e) {
            // Without its cause, which repeats the URL.
            throw new IllegalArgumentException(FORM);
        }
        boolean tls = "rediss".equals(uri.getScheme());
        String path = uri.getPath() == null ? "" : uri.getPath();
        if ((!tls && !"redis".equals(uri.getScheme()))
                || uri.getHost() == null
                || uri.getQuery() != null
                || uri.getFragment() != null
                || !path.matches("(/[0-9]{0,5})?")) {
            throw new IllegalArgumentException(FORM);
        }
        return new RedisAddress(
                tls,
                uri.getHost().replaceFirst("^\\[(.*)]$", "$1"),
                uri.getPort() < 0 ? DEFAULT_PORT : uri.getPort(),
                path.length() < 2 ? 0 : Integer.parseInt(path.substring(1)),
                part(uri, 0),
                part(uri, 1));
    }

    /** Returns the user or the password, which a colon parts: the first one. */
    private static Optional<String> part(URI uri, int index) {
        if (uri.getUserInfo() == null) {
            return Optional.empty();
        }
        String[] parts = uri.getUserInfo().split(":", 2);
        return index < parts.length && !parts[index].isEmpty() ? Optional.of(parts[index]) : Optional.empty();
    }

    /** Returns the same server, with somebody who logs in. */
    public RedisAddress with(Optional<String> newUser, Optional<String> newPassword) {
        return new RedisAddress(tls, host, port, database, newUser, newPassword);
    }

    /** Returns it as a person is told of it, without user and password. */
    @Override
    public String toString() {
        return new HostPort(host, port).toString();
    }
}
