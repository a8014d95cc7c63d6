package io.snowkeeper.redistest;

import io.snowkeeper.testkit.postgresql.PostgreSqlServer;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** A PostgreSQL of one test, and the driver for it. */
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

    /** Returns the jar that a user downloads. */
    static Path driver() throws URISyntaxException {
        return Path.of(org.postgresql.Driver.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
    }

    /** Returns what an import's command line names, for the sequences or a table of it. */
    List<String> source() throws URISyntaxException {
        return List.of(url(), "--driver", driver().toString());
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

    /** Ends it as a power failure would, and starts it again. */
    void crash() throws IOException {
        server.crash();
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
