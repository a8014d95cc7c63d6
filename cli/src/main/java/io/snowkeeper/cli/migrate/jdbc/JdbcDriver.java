package io.snowkeeper.cli.migrate.jdbc;

import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/** The driver in a jar of the user's. It sees the JDK and its own jar, and nothing of this program. */
final class JdbcDriver {

    private JdbcDriver() {}

    /**
     * Loads the driver of a database.
     *
     * @param jar stays open as long as the process lives
     * @throws IllegalArgumentException if there is no such jar, or it has no driver for the URL that runs with this Java
     */
    static Driver load(Path jar, JdbcUrl url) {
        if (!Files.isReadable(jar) || Files.isDirectory(jar)) {
            throw new IllegalArgumentException("--driver cannot be read: " + jar);
        }
        List<String> found = new ArrayList<>();
        try {
            ClassLoader classes =
                    new URLClassLoader(new URL[] {jar.toUri().toURL()}, ClassLoader.getPlatformClassLoader());
            for (Driver driver : ServiceLoader.load(Driver.class, classes)) {
                if (driver.acceptsURL(url.text())) {
                    return driver;
                }
                // The JDK's own are found, too.
                if (driver.getClass().getClassLoader() == classes) {
                    found.add(driver.getClass().getName());
                }
            }
        } catch (ServiceConfigurationError | LinkageError | SQLException | MalformedURLException e) {
            throw new IllegalArgumentException("--driver does not run with Java %s: %s: %s"
                    .formatted(Runtime.version().feature(), jar, e));
        }
        throw new IllegalArgumentException(
                found.isEmpty()
                        ? "--driver is no jar with a JDBC driver: " + jar
                        : "--driver has %s, which is not for %s: %s".formatted(String.join(", ", found), url, jar));
    }
}
