package io.snowkeeper.redistest;

import io.snowkeeper.testkit.process.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/**
 * The packages of Node.js that tests run programs with, in one folder for each Java process: npm empties a folder that it
 * installs to, and classes run beside each other.
 */
final class NodePackages {

    /** Programs that are to find them run here. */
    static final Path FOLDER = Path.of(
                    "target", "programs", Long.toString(ProcessHandle.current().pid()))
            .toAbsolutePath();

    private NodePackages() {}

    static void install() throws IOException {
        Files.createDirectories(FOLDER);
        for (String file : List.of("package.json", "package-lock.json")) {
            Files.copy(Path.of("src", "test", "js", file), FOLDER.resolve(file), StandardCopyOption.REPLACE_EXISTING);
        }
        Shell.run("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", FOLDER.toString());
    }
}
