package io.snowkeeper.releasetest.invoices;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** The invoices that a database knows. */
record Books(String database) {

    /** Makes the table that there is to be, empty. */
    void open() throws SQLException {
        execute("DROP TABLE IF EXISTS invoices");
        execute(
                "CREATE TABLE invoices (document text PRIMARY KEY, number bigint NOT NULL UNIQUE, reservation text NOT NULL)");
    }

    /** Makes a table, as it should not be: a number may stand in it twice. */
    void openWithoutUniqueNumbers() throws SQLException {
        open();
        execute("ALTER TABLE invoices DROP CONSTRAINT invoices_number_key");
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(database);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Returns the numbers in the books, the lowest first. */
    List<Long> numbers() throws SQLException {
        return numbers("true");
    }

    /** Returns a document's numbers. */
    List<Long> numbersOf(String document) throws SQLException {
        return numbers("document = '" + document + "'");
    }

    private List<Long> numbers(String condition) throws SQLException {
        try (Connection connection = DriverManager.getConnection(database);
                Statement statement = connection.createStatement();
                ResultSet rows =
                        statement.executeQuery("SELECT number FROM invoices WHERE " + condition + " ORDER BY number")) {
            List<Long> numbers = new ArrayList<>();
            while (rows.next()) {
                numbers.add(rows.getLong(1));
            }
            return numbers;
        }
    }
}
