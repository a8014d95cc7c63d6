package io.snowkeeper.client.netty;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The jars of a version of Netty that the client must run with, where the build has put them. */
enum NettyJars {
    OLDEST("oldest"),
    NEWEST("newest");

    private final String name;

    NettyJars(String name) {
        this.name = name;
    }

    String version() {
        return System.getProperty("netty." + name + ".version");
    }

    List<Path> files() {
        try (Stream<Path> files = Files.list(Path.of("target", "netty", name))) {
            // An earlier build's leftovers are of another version.
            return files.filter(file -> file.toString().endsWith("-" + version() + ".jar"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
