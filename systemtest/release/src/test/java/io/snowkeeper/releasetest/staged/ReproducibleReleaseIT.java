package io.snowkeeper.releasetest.staged;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.releasetest.machine.Project;
import io.snowkeeper.testkit.extent.OnlyInFull;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Building the same sources elsewhere gives the same files, which proves that ours are made from them: the release is compared
 * with the files that Maven built in this folder (the program, and the classes of the libraries), and by all files with a second
 * release.
 */
@OnlyInFull
@ExtendWith(Staging.Resolver.class)
class ReproducibleReleaseIT {

    @Test
    void theProgramsAreEqualToThoseThatAreBuiltInThisFolderToTheLastByte(Staging staging) throws IOException {
        Path distribution = staging.release().folder().resolve("distribution");

        for (String form : List.of(
                "deploy/dist/target/snowkeeper-%s.tar.gz",
                "deploy/dist/target/snowkeeper_%s_all.deb", "loadtest/dist/target/snowkeeper-loadtest-%s.tar.gz")) {
            Path built = Project.ROOT.resolve(form.formatted(Project.VERSION));
            assertThat(distribution.resolve(built.getFileName())).hasSameBinaryContentAs(built);
        }
    }

    @Test
    void theLibrariesAreEqualToThoseThatAreBuiltInThisFolderButForTheirPoms(Staging staging) throws IOException {
        for (String library : staging.release().libraries()) {
            Path target = folder(library).resolve("target");

            assertThat(entries(staging.release().file(library, Project.VERSION, ".jar")))
                    .as(library)
                    .hasSizeGreaterThan(5)
                    .isEqualTo(entries(target.resolve(library + "-" + Project.VERSION + ".jar")));
        }
    }

    private static Path folder(String library) throws IOException {
        try (Stream<Path> poms = Files.find(Project.ROOT, 4, (path, file) -> path.endsWith("pom.xml"))) {
            return requireNonNull(poms.filter(pom -> isOf(library, pom))
                    .findFirst()
                    .orElseThrow()
                    .getParent());
        }
    }

    private static boolean isOf(String library, Path pom) {
        try {
            return Files.readString(pom).contains("  <artifactId>%s</artifactId>\n  <name>".formatted(library));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns name, content and time of each, but for the pom: in a library that is published, that is one without a parent. */
    private static List<String> entries(Path file) throws IOException {
        try (JarFile jar = new JarFile(file.toFile())) {
            return jar.stream()
                    .filter(entry -> !entry.getName().endsWith("/pom.xml"))
                    .map(entry -> "%s %x %s".formatted(entry.getName(), entry.getCrc(), entry.getTimeLocal()))
                    .toList();
        }
    }

    @Test
    void twoReleasesFromTwoFoldersAreEqualToTheLastByte(Staging staging) throws Exception {
        assertThat(staging.release().digests())
                .hasSizeGreaterThan(20)
                .containsExactlyEntriesOf(staging.again().digests());
    }
}
