package io.snowkeeper.loadtest.chaos;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import javax.tools.ToolProvider;

/** The program of a node whose ids are not fenced by reservations: a class of its own in front of the shipped jar. */
final class UnfencedBuild {

    private static final String SOURCE = "UnfencedReservation.java.txt";

    private UnfencedBuild() {}

    static List<Path> classPath(Path nodeJar, Path folder) throws IOException {
        Path source = Files.createDirectories(folder).resolve("Reservation.java");
        try (InputStream text = Objects.requireNonNull(UnfencedBuild.class.getResourceAsStream(SOURCE), SOURCE)) {
            Files.write(source, text.readAllBytes());
        }
        int status = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "--release", "17", "-d", folder.toString(), source.toString());
        if (status != 0) {
            throw new IOException("the class without a fence does not compile: " + Files.readString(source, UTF_8));
        }
        return List.of(folder, nodeJar);
    }
}
