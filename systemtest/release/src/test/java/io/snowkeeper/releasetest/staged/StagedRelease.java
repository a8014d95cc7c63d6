package io.snowkeeper.releasetest.staged;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A release as {@code deploy/release/stage} leaves it in a folder. */
record StagedRelease(Path folder) {

    static final String BOM = "snowkeeper-bom";

    private static final String GROUP = "io/snowkeeper/";

    Path repository() {
        return folder.resolve("repository");
    }

    /** Returns the names of the modules in the repository. */
    List<String> modules() throws IOException {
        try (Stream<Path> modules = Files.list(repository().resolve(GROUP))) {
            return modules.map(module -> module.getFileName().toString())
                    .sorted()
                    .toList();
        }
    }

    /** Returns the names of the modules with classes. */
    List<String> libraries() throws IOException {
        return modules().stream().filter(module -> !module.equals(BOM)).toList();
    }

    /** Returns a file of a module, such as the one that ends with {@code -sources.jar}. */
    Path file(String module, String version, String ending) {
        return repository().resolve(GROUP + module + "/" + version + "/" + module + "-" + version + ending);
    }

    /** Returns all files, but those that another tool derives from them. */
    List<Path> files() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> !file.toString().matches(".*\\.(asc|md5|sha1)"))
                    .sorted()
                    .toList();
        }
    }

    /** Returns the SHA-256 of each file, but of signatures, by its path. */
    Map<String, String> digests() throws IOException {
        Map<String, String> digests = new TreeMap<>();
        for (Path file : files()) {
            digests.put(folder.relativize(file).toString(), digest("SHA-256", file));
        }
        return digests;
    }

    static String digest(String algorithm, Path file) throws IOException {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance(algorithm).digest(Files.readAllBytes(file)));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }
}
