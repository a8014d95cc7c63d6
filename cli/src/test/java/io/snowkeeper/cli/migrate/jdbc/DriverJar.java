package io.snowkeeper.cli.migrate.jdbc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

/** Jars as users name them for drivers. */
public final class DriverJar {

    private DriverJar() {}

    /** Returns a jar with a driver for {@code jdbc:fake:}. */
    public static Path ofFakeDriver(Path folder) throws IOException {
        Class<?> driver = FakeDriver.class;
        try (InputStream code = requireNonNull(driver.getResourceAsStream(driver.getSimpleName() + ".class"))) {
            return write(folder.resolve("fake.jar"), driver.getName(), code.readAllBytes());
        }
    }

    /** Returns a jar that names a driver, whose class is this. */
    static Path write(Path file, String driver, byte[] code) throws IOException {
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file))) {
            jar.putNextEntry(new JarEntry("META-INF/services/java.sql.Driver"));
            jar.write(driver.getBytes(UTF_8));
            jar.putNextEntry(new JarEntry(driver.replace('.', '/') + ".class"));
            jar.write(code);
        }
        return file;
    }
}
