package io.snowkeeper.cli.migrate;

import io.snowkeeper.cli.migrate.jdbc.AllocationTable;
import io.snowkeeper.cli.migrate.jdbc.JdbcSource;
import io.snowkeeper.cli.migrate.jdbc.JdbcUrl;
import io.snowkeeper.core.text.GivenText;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The database that a command reads: its driver, what is read, and the login. */
final class JdbcOptions {

    static final String DRIVER = "--driver";
    static final String TABLE = "--table";
    static final String USER = "--database-user";
    static final String PASSWORD_FILE = "--database-password-file";

    /** Its options. */
    static final Set<String> NAMES = Set.of(DRIVER, TABLE, USER, PASSWORD_FILE);

    /** Where PostgreSQL's own programs look for a password. */
    private static final String PASSWORD_VARIABLE = "PGPASSWORD";

    @Spec(Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = DRIVER,
            paramLabel = "FILE",
            description = "With jdbc:, the jar of the JDBC driver, which the program does not bring.")
    private @Nullable Path driver;

    @Option(
            names = TABLE,
            paramLabel = "KIND",
            description = {
                "With jdbc:, read a table: leaf for Leaf's leaf_alloc, tinyid for tinyid's tiny_id_info. Default: the sequences, as SCHEMA.NAME"
            })
    private @Nullable String table;

    @Option(
            names = USER,
            paramLabel = "NAME",
            description = "With jdbc:, who logs in. Default: whom the URL or the driver names")
    private @Nullable String user;

    @Option(
            names = PASSWORD_FILE,
            paramLabel = "FILE",
            description = {
                "With jdbc:, file with the password. Default: PGPASSWORD for jdbc:postgresql:, else what the driver finds, as in ~/.pgpass"
            })
    private @Nullable Path passwordFile;

    /**
     * Returns the database that a URL names.
     *
     * @param environment the environment's variables
     * @throws ParameterException if the URL holds a password, options do not fit, or a file cannot be used
     */
    JdbcSource source(String text, Map<String, String> environment) {
        JdbcUrl url;
        try {
            url = new JdbcUrl(text);
        } catch (IllegalArgumentException e) {
            throw refused("SOURCE " + e.getMessage());
        }
        if (driver == null) {
            throw refused("jdbc: needs the database's JDBC driver, which this program does not bring: download its jar"
                    + " (PostgreSQL: https://jdbc.postgresql.org/download/,"
                    + " MySQL: https://dev.mysql.com/downloads/connector/j/), and name it by --driver FILE");
        }
        try {
            return JdbcSource.of(url, driver, Optional.ofNullable(user), password(url, environment), table());
        } catch (IllegalArgumentException e) {
            throw refused(String.valueOf(e.getMessage()));
        }
    }

    private Optional<String> password(JdbcUrl url, Map<String, String> environment) {
        if (passwordFile != null) {
            return Optional.of(PasswordFile.read(passwordFile, PASSWORD_FILE));
        }
        return url.isPostgreSql()
                ? Optional.ofNullable(environment.get(PASSWORD_VARIABLE)).map(GivenText::bare)
                : Optional.empty();
    }

    private Optional<AllocationTable> table() {
        return Optional.ofNullable(table)
                .map(name -> Stream.of(AllocationTable.values())
                        .filter(kind -> kind.toString().equals(name.toLowerCase(Locale.ROOT)))
                        .findFirst()
                        .orElseThrow(() -> new IllegalArgumentException("must be leaf or tinyid: table=" + name)));
    }

    private ParameterException refused(String message) {
        return new ParameterException(command.commandLine(), message);
    }
}
