package io.snowkeeper.releasetest.orders;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** The database of an order service: its orders, and its log of statements. */
record OrderBooks(String database) {

    /** A statement that the database was sent. */
    record Sent(String statement, long times, long rows) {}

    /** Has statements counted from now on. */
    void count() throws SQLException {
        try (Connection connection = DriverManager.getConnection(database);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE EXTENSION IF NOT EXISTS pg_stat_statements");
        }
    }

    List<Long> ids() throws SQLException {
        try (Connection connection = DriverManager.getConnection(database);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT id FROM orders")) {
            List<Long> ids = new ArrayList<>();
            while (rows.next()) {
                ids.add(rows.getLong(1));
            }
            return ids;
        }
    }

    /** Returns the statements that speak of orders, but for those of this class. */
    List<Sent> sent() throws SQLException {
        try (Connection connection = DriverManager.getConnection(database);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT query, calls, rows FROM pg_stat_statements"
                        + " WHERE query ILIKE '%orders%' AND query NOT ILIKE 'create%' AND query NOT LIKE 'SELECT id FROM orders'"
                        + " AND query NOT LIKE '%pg_stat_statements%'")) {
            List<Sent> sent = new ArrayList<>();
            while (rows.next()) {
                sent.add(new Sent(rows.getString(1), rows.getLong(2), rows.getLong(3)));
            }
            return sent;
        }
    }
}
