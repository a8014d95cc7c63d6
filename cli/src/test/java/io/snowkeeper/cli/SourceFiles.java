package io.snowkeeper.cli;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** The files of the repository, except those that builds write: other modules' come and go while a test runs. */
public final class SourceFiles {

    private static final Set<String> LEFT_OUT = Set.of("target", "node_modules", ".git");

    private SourceFiles() {}

    /** Returns those whose path contains a match. */
    public static List<Path> matching(Pattern path) throws IOException {
        List<Path> files = new ArrayList<>();
        Files.walkFileTree(Path.of(".."), new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                return LEFT_OUT.contains(requireNonNull(folder.getFileName()).toString())
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (path.matcher(file.toString()).find()) {
                    files.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return files;
    }

    /** Returns the text of a file. */
    public static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
