package io.snowkeeper.releasetest.invoices;

import io.snowkeeper.client.SequenceClient;
import io.snowkeeper.client.SnowkeeperClient;
import io.snowkeeper.core.api.SequenceNumbers;
import io.snowkeeper.testkit.invoice.CrashPoint;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;

/**
 * The program of a company that writes one invoice, in a process of its own, by docs/use/gapless.md, "In the same step
 * as your transaction". It may be run again for the same document as often as one likes.
 */
final class InvoiceProgram {

    private final SequenceClient sequence;
    private final String database;
    private final String stopAt;

    private InvoiceProgram(SequenceClient sequence, String database, String stopAt) {
        this.sequence = sequence;
        this.database = database;
        this.stopAt = stopAt;
    }

    /**
     * Takes the servers, the database, the sequence, the document's id, and the step at which it is to stand still, or a word that
     * is none.
     */
    public static void main(String[] arguments) throws Exception {
        try (SnowkeeperClient client = SnowkeeperClient.builder()
                .servers(arguments[0])
                .deadline(Duration.ofMinutes(1))
                .build()) {
            new InvoiceProgram(client.sequence(arguments[2]), arguments[1], arguments[4]).write(arguments[3]);
        }
    }

    private void write(String document) throws SQLException, InterruptedException {
        reached(CrashPoint.BEFORE_ASKING);
        try (Connection connection = DriverManager.getConnection(database)) {
            connection.setAutoCommit(false);
            Optional<String> booked = booked(connection, document);
            String reservation = booked.isPresent() ? booked.get() : book(connection, document);
            reached(CrashPoint.COMMITTED);
            sequence.confirm(reservation);
        }
        reached(CrashPoint.CONFIRMED);
    }

    private String book(Connection connection, String document) throws SQLException, InterruptedException {
        SequenceNumbers numbers = sequence.next(1, document);
        String reservation = numbers.reservation().orElseThrow();
        reached(CrashPoint.NUMBER_HEARD);
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO invoices (document, number, reservation) VALUES (?, ?, ?)")) {
            insert.setString(1, document);
            insert.setLong(2, numbers.first());
            insert.setString(3, reservation);
            insert.executeUpdate();
        }
        reached(CrashPoint.INSERTED);
        connection.commit();
        return reservation;
    }

    private static Optional<String> booked(Connection connection, String document) throws SQLException {
        try (PreparedStatement select =
                connection.prepareStatement("SELECT reservation FROM invoices WHERE document = ?")) {
            select.setString(1, document);
            try (ResultSet rows = select.executeQuery()) {
                return rows.next() ? Optional.of(rows.getString(1)) : Optional.empty();
            }
        }
    }

    private void reached(CrashPoint point) throws InterruptedException {
        if (point.name().equals(stopAt)) {
            System.out.println("stands at " + point);
            Thread.sleep(Long.MAX_VALUE);
        }
    }
}
