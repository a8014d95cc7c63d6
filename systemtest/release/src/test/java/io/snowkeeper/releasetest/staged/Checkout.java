package io.snowkeeper.releasetest.staged;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;

/** A copy of the sources, without build results. */
final class Checkout extends SimpleFileVisitor<Path> {

    private static final Set<String> LEFT_OUT = Set.of("target", ".git", ".idea", "snowkeeper-data");

    private final Path from;
    private final Path to;

    private Checkout(Path from, Path to) {
        this.from = from;
        this.to = to;
    }

    static void copy(Path from, Path to) throws IOException {
        Files.walkFileTree(from, new Checkout(from, to));
    }

    @Override
    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
        if (!folder.equals(from) && LEFT_OUT.contains(folder.getFileName().toString())) {
            return FileVisitResult.SKIP_SUBTREE;
        }
        Files.createDirectories(to.resolve(from.relativize(folder)));
        return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
        if (!LEFT_OUT.contains(file.getFileName().toString())) {
            Files.copy(file, to.resolve(from.relativize(file)), StandardCopyOption.COPY_ATTRIBUTES);
        }
        return FileVisitResult.CONTINUE;
    }
}
