package io.snowkeeper.releasetest.image;

import io.snowkeeper.releasetest.machine.Project;
import io.snowkeeper.releasetest.machine.Tool;
import io.snowkeeper.testkit.process.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The images that the Dockerfile begins with, made from packages of Debian, under the names that it has for them. */
final class BaseImages {

    static final Path DOCKERFILE = Project.ROOT.resolve("deploy/Dockerfile");

    private static final Pattern DEBIAN = Pattern.compile(".*/debian:(\\w+)-slim");
    private static final Pattern JDK = Pattern.compile(".*/eclipse-temurin:(\\d+)-jdk");

    private BaseImages() {}

    static void make(Podman podman) throws IOException, InterruptedException {
        String debian = defaultOf("BASE_IMAGE");
        String jdk = defaultOf("JDK_IMAGE");
        Path root = podman.folder().resolve("root");
        Tool.run(
                podman.folder(),
                Map.of(),
                List.of("debootstrap", "--variant=minbase", part(DEBIAN, debian), root.toString()));
        podman.importRoot(root, debian);
        Shell.run("rm", "-rf", root.toString());

        String version = part(JDK, jdk);
        Path empty = Files.createDirectory(podman.folder().resolve("empty"));
        Path dockerfile =
                Files.writeString(podman.folder().resolve("Dockerfile"), """
                FROM %s
                # As in the image that this one stands for, jlink finds objcopy.
                RUN apt-get update && apt-get install -y --no-install-recommends openjdk-%s-jdk-headless binutils
                ENV JAVA_HOME=/usr/lib/jvm/default
                RUN cd /usr/lib/jvm && ln -s java-%s-openjdk-* default
                """.formatted(debian, version, version));
        podman.build(dockerfile, empty, jdk);
    }

    private static String defaultOf(String argument) throws IOException {
        return part(Pattern.compile("^ARG " + argument + "=(.+)$", Pattern.MULTILINE), Files.readString(DOCKERFILE));
    }

    private static String part(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        if (!matcher.find()) {
            throw new AssertionError("no " + pattern + " in " + text);
        }
        return matcher.group(1);
    }
}
