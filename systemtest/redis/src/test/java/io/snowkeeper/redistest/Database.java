package io.snowkeeper.redistest;

import io.snowkeeper.testkit.postgresql.PostgreSqlServer;
import java.io.IOException;
import java.net.URI;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** A PostgreSQL of one test. */
final class Database implements AutoCloseable {

    private final PostgreSqlServer server;

    private Database(PostgreSqlServer server) {
        this.server = server;
    }

    static Database start() throws IOException {
        return new Database(PostgreSqlServer.start());
    }

    /** Returns where it is, with its only user. */
    String url() {
        return server.url();
    }

    int port() {
        return URI.create(url().substring("jdbc:".length())).getPort();
    }

    /** Returns the command of a shell by which its only user asks it. */
    String psql() {
        return "psql -h 127.0.0.1 -p %d -U postgres -d postgres".formatted(port());
    }

    /** Returns the recipe for its sequences. */
    String sequences() {
        return psql() + " -XAt -v match=% -f sequences.sql";
    }

    Connection connect() throws SQLException {
        return DriverManager.getConnection(url());
    }

    void run(String... statements) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                boolean unused = statement.execute(sql);
            }
        }
    }

    long number(String query) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getLong(1);
        }
    }

    /** Kills its processes, and starts it again. */
    void crash() throws IOException {
        server.crash();
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
