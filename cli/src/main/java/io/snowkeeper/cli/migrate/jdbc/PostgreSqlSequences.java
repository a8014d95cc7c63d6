package io.snowkeeper.cli.migrate.jdbc;

import static java.util.stream.Collectors.joining;

import io.snowkeeper.cli.migrate.source.CounterPages;
import io.snowkeeper.cli.migrate.source.Glob;
import io.snowkeeper.cli.migrate.source.SourceKey;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The sequences of a database of PostgreSQL 10 or later. They are read themselves: the view pg_sequences has no value for one
 * that was set or restarted and not used since, nor for one that the user may not read, as for one that was never used. For one
 * thread.
 */
final class PostgreSqlSequences implements CounterPages {

    /** As many sequences as are read by one statement. */
    private static final int PAGE = 100;

    private static final String IN_RECOVERY = "SELECT pg_is_in_recovery()";

    private static final String ALL = """
            SELECT n.nspname || '.' || c.relname, format('%I.%I', n.nspname, c.relname), s.seqincrement, s.seqmax, s.seqcycle,
                   has_schema_privilege(n.oid, 'USAGE') AND has_sequence_privilege(c.oid, 'SELECT')
            FROM pg_sequence s JOIN pg_class c ON c.oid = s.seqrelid JOIN pg_namespace n ON n.oid = c.relnamespace
            WHERE c.relpersistence <> 't'
            ORDER BY n.nspname, c.relname
            """;

    /**
     * A sequence whose value was not read yet.
     *
     * @param key its name as people write it, with its schema
     * @param quoted its name as SQL takes it
     */
    private record Sequence(String key, String quoted, long increment, long last, boolean cycles, boolean readable) {

        /** Returns why no sequence can take its place, empty if one can. */
        Optional<String> reason() {
            if (increment < 0) {
                return Optional.of("it counts down, which no sequence does here");
            }
            return cycles
                    ? Optional.of("it begins anew at its end (CYCLE), which no sequence does here")
                    : Optional.empty();
        }
    }

    private final Connection connection;
    private final List<Sequence> sequences;
    private int looked;

    private PostgreSqlSequences(Connection connection, List<Sequence> sequences) {
        this.connection = connection;
        this.sequences = sequences;
    }

    /**
     * Finds them; their values are read page by page.
     *
     * @param connection is closed with these pages, and not if this fails
     * @throws IOException if it is a standby, which may be behind by any number
     */
    static PostgreSqlSequences open(Connection connection, Glob glob) throws IOException, SQLException {
        try (Statement statement = connection.createStatement()) {
            try (ResultSet answer = statement.executeQuery(IN_RECOVERY)) {
                if (answer.next() && answer.getBoolean(1)) {
                    throw new IOException("it is a standby, which may be behind: ask the primary");
                }
            }
            List<Sequence> sequences = new ArrayList<>();
            try (ResultSet row = statement.executeQuery(ALL)) {
                while (row.next()) {
                    if (glob.matches(row.getString(1))) {
                        sequences.add(new Sequence(
                                row.getString(1),
                                row.getString(2),
                                row.getLong(3),
                                row.getLong(4),
                                row.getBoolean(5),
                                row.getBoolean(6)));
                    }
                }
            }
            return new PostgreSqlSequences(connection, sequences);
        }
    }

    @Override
    public long total() {
        return sequences.size();
    }

    @Override
    public long looked() {
        return looked;
    }

    @Override
    public boolean hasNext() {
        return looked < sequences.size();
    }

    @Override
    public List<SourceKey> next() throws IOException {
        int end = Math.min(sequences.size(), looked + PAGE);
        List<SourceKey> keys = new ArrayList<>();
        List<Sequence> counters = new ArrayList<>();
        for (Sequence sequence : sequences.subList(looked, end)) {
            Optional<String> reason = sequence.reason();
            if (reason.isPresent()) {
                keys.add(SourceKey.other(sequence.key(), reason.get()));
            } else if (sequence.readable()) {
                counters.add(sequence);
            } else {
                keys.add(new SourceKey.Unreadable(
                        sequence.key(),
                        "the database does not let it be read: GRANT SELECT on it, and USAGE on its schema"));
            }
        }
        if (!counters.isEmpty()) {
            try {
                keys.addAll(read(counters));
            } catch (SQLException e) {
                throw JdbcSource.failure(e);
            }
        }
        looked = end;
        return keys;
    }

    private List<SourceKey> read(List<Sequence> counters) throws SQLException {
        String query = IntStream.range(0, counters.size())
                .mapToObj(i -> "SELECT %s, last_value, is_called FROM %s"
                        .formatted(i, counters.get(i).quoted()))
                .collect(joining(" UNION ALL "));
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            List<SourceKey> keys = new ArrayList<>();
            while (row.next()) {
                Sequence sequence = counters.get(row.getInt(1));
                keys.add(counter(sequence, row.getLong(2), row.getBoolean(3)));
            }
            return keys;
        }
    }

    /** One that was not called since it was made, set or restarted gives out its last value next. */
    private static SourceKey counter(Sequence sequence, long lastValue, boolean called) {
        long increment = sequence.increment();
        if (!called && lastValue < Long.MIN_VALUE + increment) {
            return SourceKey.other(sequence.key(), "it begins at %s, which no sequence does here".formatted(lastValue));
        }
        return new SourceKey.Counter(
                sequence.key(),
                called ? lastValue : lastValue - increment,
                sequence.last(),
                increment,
                increment == 1 ? Optional.empty() : Optional.of("it counts by steps of " + increment));
    }

    @Override
    public void close() throws IOException {
        try {
            connection.close();
        } catch (SQLException e) {
            throw JdbcSource.failure(e);
        }
    }
}
