package io.snowkeeper.cli.migrate.jdbc;

import java.util.regex.Pattern;

/**
 * The address of a database, as its driver takes it. It holds no password.
 *
 * @param text begins with {@code jdbc:}
 */
public record JdbcUrl(String text) {

    private static final String POSTGRESQL = "jdbc:postgresql:";

    /** A parameter such as {@code password}, {@code password1} or {@code sslpassword}, or a password before a host. */
    private static final Pattern PASSWORD =
            Pattern.compile("password[0-9]?\\s*=|[^/?@]+[:/][^/?@:]+@", Pattern.CASE_INSENSITIVE);

    /** @throws IllegalArgumentException if it holds a password; the message does not repeat it */
    public JdbcUrl {
        if (PASSWORD.matcher(text).find()) {
            throw new IllegalArgumentException(
                    "has a password, which all see who see the machine's processes: give --database-password-file");
        }
    }

    /** Returns whether it is one of PostgreSQL, for its own driver. */
    public boolean isPostgreSql() {
        return text.startsWith(POSTGRESQL);
    }

    /** Returns it as a person is told of it, without parameters. */
    @Override
    public String toString() {
        return text.replaceFirst("[?;].*", "");
    }
}
