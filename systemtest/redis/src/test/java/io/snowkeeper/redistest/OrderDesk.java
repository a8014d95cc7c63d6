package io.snowkeeper.redistest;

import io.snowkeeper.core.api.NumberSequence;
import io.snowkeeper.core.api.OutcomeUnknownException;
import io.snowkeeper.core.api.UnavailableException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * An instance of an application that inserts orders without a pause: numbered by the table's default, later by a fleet. It asks
 * again where no number arrived, so one may be lost.
 */
final class OrderDesk implements AutoCloseable {

    private static final String BY_DEFAULT = "INSERT INTO orders (text) VALUES ('x') RETURNING id";
    private static final String BY_FLEET = "INSERT INTO orders (id, text) VALUES (?, 'x')";

    private final Database database;
    private final Queue<Long> ofDatabase = new ConcurrentLinkedQueue<>();
    private final Queue<Long> ofFleet = new ConcurrentLinkedQueue<>();
    private final OngoingWork work;
    private volatile @Nullable NumberSequence fleet;

    /** Starts it with the table's default. */
    OrderDesk(Database database) {
        this.database = database;
        this.work = new OngoingWork(this::run);
    }

    private void run(OngoingWork present) {
        try (Connection connection = database.connect();
                PreparedStatement old = connection.prepareStatement(BY_DEFAULT);
                PreparedStatement fresh = connection.prepareStatement(BY_FLEET)) {
            while (!present.isEnded()) {
                NumberSequence sequence = fleet;
                if (sequence == null) {
                    try (ResultSet row = old.executeQuery()) {
                        row.next();
                        ofDatabase.add(row.getLong(1));
                    }
                } else {
                    long id;
                    try {
                        id = sequence.next(1).first();
                    } catch (UnavailableException | OutcomeUnknownException e) {
                        continue;
                    }
                    fresh.setLong(1, id);
                    fresh.executeUpdate();
                    ofFleet.add(id);
                }
            }
        } catch (SQLException e) {
            throw new IllegalStateException("an order was refused", e);
        }
    }

    /** Has it go over with its next order. */
    void goOver(NumberSequence sequence) {
        fleet = sequence;
    }

    /** Waits until the table's default has numbered {@code orders} more. */
    void awaitMoreOfDatabase(int orders) {
        work.awaitMore(ofDatabase, orders);
    }

    /** Waits until the fleet has numbered {@code orders} more. */
    void awaitMoreOfFleet(int orders) {
        work.awaitMore(ofFleet, orders);
    }

    List<Long> ofDatabase() {
        return List.copyOf(ofDatabase);
    }

    List<Long> ofFleet() {
        return List.copyOf(ofFleet);
    }

    /** Waits for the end of its work, and fails if that has failed. */
    @Override
    public void close() {
        work.close();
    }
}
