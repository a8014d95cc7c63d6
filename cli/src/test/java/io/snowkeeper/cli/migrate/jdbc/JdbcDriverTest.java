package io.snowkeeper.cli.migrate.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Driver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JdbcDriverTest {

    private static final JdbcUrl URL = new JdbcUrl("jdbc:fake:shop");

    @TempDir
    private Path folder;

    @Test
    void theDriverComesFromTheJarAndSeesNothingOfTheProgram() throws Exception {
        Driver driver = JdbcDriver.load(DriverJar.ofFakeDriver(folder), URL);

        assertThat(driver.acceptsURL("jdbc:fake:x")).isTrue();
        assertThat(driver).isNotInstanceOf(FakeDriver.class);
        assertThatThrownBy(() -> driver.getClass().getClassLoader().loadClass(JdbcUrl.class.getName()))
                .isInstanceOf(ClassNotFoundException.class);
    }

    @Test
    void aJarThatIsNotThereOrIsAFolderIsRefused() {
        refuses(folder.resolve("x.jar"), "--driver cannot be read: " + folder.resolve("x.jar"));
        refuses(folder, "--driver cannot be read: " + folder);
    }

    @Test
    void aFileWithoutADriverIsRefused() throws Exception {
        Path file = Files.writeString(folder.resolve("x.jar"), "<html>404</html>");

        refuses(file, "--driver is no jar with a JDBC driver: " + file);
    }

    @Test
    void aDriverForAnotherDatabaseIsNamed() throws Exception {
        Path jar = DriverJar.ofFakeDriver(folder);

        assertThatThrownBy(() -> JdbcDriver.load(jar, new JdbcUrl("jdbc:mysql://db1/shop")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "--driver has io.snowkeeper.cli.migrate.jdbc.FakeDriver, which is not for jdbc:mysql://db1/shop: "
                                + jar);
    }

    @Test
    void aDriverThatDoesNotRunWithThisJavaIsRefused() throws Exception {
        Path jar = DriverJar.write(folder.resolve("x.jar"), "org.example.Driver", new byte[] {1, 2, 3});

        assertThatThrownBy(() -> JdbcDriver.load(jar, URL))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("--driver does not run with Java %d: %s: "
                        .formatted(Runtime.version().feature(), jar));
    }

    private static void refuses(Path jar, String message) {
        assertThatThrownBy(() -> JdbcDriver.load(jar, URL))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }
}
