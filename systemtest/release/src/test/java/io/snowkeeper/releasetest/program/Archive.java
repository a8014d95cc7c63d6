package io.snowkeeper.releasetest.program;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.releasetest.machine.Project;
import io.snowkeeper.testkit.process.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;

/**
 * An archive with a program that was built here.
 *
 * @param module the folder of its module
 * @param program the program's name
 */
record Archive(String module, String program) {

    private String name() {
        return program + "-" + Project.VERSION;
    }

    Path file() {
        return Project.ROOT.resolve(module).resolve("target").resolve(name() + ".tar.gz");
    }

    /** Unpacks it into a folder, and returns the one folder that is in it. */
    Path unpack(Path folder) throws IOException {
        Shell.run("tar", "-xzf", file().toString(), "-C", folder.toString());
        return folder.resolve(name());
    }

    /**
     * Requires that an unpacked archive has the files that its README names, that only its owner may change them, and
     * that the program starts.
     */
    void assertIsWhole(Path root) throws IOException {
        List<String> named = Files.readAllLines(root.resolve("README.md")).stream()
                .filter(line -> line.startsWith("| `"))
                .flatMap(line -> Stream.of(line.split("\\|")[1].split(",")))
                .map(entry -> entry.replace("`", "").strip())
                .toList();

        assertThat(named)
                .contains("bin/" + program, "NOTICE")
                .allSatisfy(entry -> assertThat(root.resolve(entry)).exists());
        try (Stream<Path> files = Files.walk(root)) {
            assertThat(files)
                    .allSatisfy(file -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                            .matches("rw[x-]r-[x-]r-[x-]"));
        }
        assertThat(Shell.run(root.resolve("bin/" + program).toString(), "--version"))
                .isEqualTo("%s %s\n".formatted(program, Project.VERSION));
    }
}
