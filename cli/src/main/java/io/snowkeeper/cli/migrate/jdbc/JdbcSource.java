package io.snowkeeper.cli.migrate.jdbc;

import static java.util.stream.Collectors.joining;

import io.snowkeeper.cli.migrate.source.CounterPages;
import io.snowkeeper.cli.migrate.source.CounterSource;
import io.snowkeeper.cli.migrate.source.Glob;
import io.snowkeeper.cli.migrate.source.KeyList;
import io.snowkeeper.cli.migrate.source.Origin;
import io.snowkeeper.cli.migrate.source.SourceKey;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.logging.Level;
import java.util.logging.Logger;

/** A database: its counters are PostgreSQL's sequences, or the rows of an allocation table. It is only read. */
public final class JdbcSource implements CounterSource {

    private static final int TIMEOUT_MILLIS = 30_000;

    private final JdbcUrl url;
    private final Driver driver;
    private final Properties login;
    private final Optional<AllocationTable> table;

    /** Held, since a level is lost with its logger. Silent: what a driver logs of a failure is told anyway. */
    private final Logger log;

    private JdbcSource(JdbcUrl url, Driver driver, Properties login, Optional<AllocationTable> table) {
        this.url = url;
        this.driver = driver;
        this.login = login;
        this.table = table;
        this.log = Logger.getLogger(driver.getClass().getPackageName());
        log.setLevel(Level.OFF);
    }

    /**
     * Returns a database that has not been asked yet.
     *
     * @param jar the jar with the driver
     * @param user who logs in; empty for what the URL says, or the driver takes
     * @param password what it logs in by; empty for what the driver finds itself
     * @param table where the counters are; empty for sequences
     * @throws IllegalArgumentException if the driver cannot be used, or sequences of another database than PostgreSQL are wanted
     */
    public static JdbcSource of(
            JdbcUrl url, Path jar, Optional<String> user, Optional<String> password, Optional<AllocationTable> table) {
        if (table.isEmpty() && !url.isPostgreSql()) {
            throw new IllegalArgumentException(
                    "sequences are read of jdbc:postgresql: alone; for a table, give --table leaf or --table tinyid");
        }
        Properties login = new Properties();
        user.ifPresent(name -> login.setProperty("user", name));
        password.ifPresent(text -> login.setProperty("password", text));
        return new JdbcSource(url, JdbcDriver.load(jar, url), login, table);
    }

    @Override
    public Origin origin() {
        return Origin.DATABASE;
    }

    @Override
    public String place() {
        return "the %s of %s".formatted(table.map(kind -> "table of " + kind).orElse("sequences"), url);
    }

    @Override
    public String unread() {
        return "%s cannot be read".formatted(url);
    }

    @Override
    public CounterPages open(String match) throws IOException {
        Glob glob = new Glob(match);
        try {
            Connection connection = connect();
            try {
                if (table.isEmpty()) {
                    return PostgreSqlSequences.open(connection, glob);
                }
                List<SourceKey> keys = rows(connection, table.get(), glob);
                connection.close();
                return new KeyList(keys);
            } catch (IOException | SQLException e) {
                connection.close();
                throw e;
            }
        } catch (SQLException e) {
            throw failure(e);
        }
    }

    private Connection connect() throws SQLException {
        Connection connection = driver.connect(url.text(), login);
        if (connection == null) {
            throw new SQLException(driver.getClass().getName() + " does not take this URL");
        }
        connection.setNetworkTimeout(Runnable::run, TIMEOUT_MILLIS);
        connection.setReadOnly(true);
        return connection;
    }

    private static List<SourceKey> rows(Connection connection, AllocationTable table, Glob glob) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(table.query())) {
            List<SourceKey> keys = new ArrayList<>();
            while (rows.next()) {
                SourceKey key = table.read(rows);
                if (glob.matches(key.text())) {
                    keys.add(key);
                }
            }
            return keys;
        }
    }

    /** Returns what a database said, in one line. */
    static IOException failure(SQLException e) {
        return new IOException(
                String.valueOf(e.getMessage())
                        .lines()
                        .map(String::strip)
                        .filter(line -> !line.isEmpty())
                        .collect(joining("; ")),
                e);
    }
}
