package io.snowkeeper.cli.migrate.jdbc;

import io.snowkeeper.cli.migrate.source.SourceKey;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Optional;

/**
 * A table by which a service gives numbers to its servers, a segment at a time: a row for each counter, whose {@code max_id} is
 * the end of the last segment that a server has taken.
 */
public enum AllocationTable {
    /** The one of Leaf. A server gives out the numbers below {@code max_id}; taken for given out, it costs one number. */
    LEAF("SELECT biz_tag, max_id FROM leaf_alloc ORDER BY biz_tag") {
        @Override
        SourceKey read(ResultSet row) throws SQLException {
            return SourceKey.counter(row.getString(1), row.getLong(2));
        }
    },
    /** The one of tinyid: {@code max_id} is given out, too. There may be several databases; each gives out what leaves its remainder. */
    TINYID("SELECT biz_type, max_id, delta, remainder FROM tiny_id_info ORDER BY biz_type") {
        @Override
        SourceKey read(ResultSet row) throws SQLException {
            long delta = row.getLong(3);
            long remainder = row.getLong(4);
            Optional<String> note = delta == 1 && remainder == 0
                    ? Optional.empty()
                    : Optional.of(("this database gives out what leaves %s divided by %s, others the rest: "
                                    + "import from the one with the highest max_id, and --check all")
                            .formatted(remainder, delta));
            return new SourceKey.Counter(row.getString(1), row.getLong(2), Long.MAX_VALUE, note);
        }
    };

    private final String query;

    AllocationTable(String query) {
        this.query = query;
    }

    /** Returns what reads its rows. */
    String query() {
        return query;
    }

    /** Returns the counter of a row. */
    abstract SourceKey read(ResultSet row) throws SQLException;

    /** Returns it as options name it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
