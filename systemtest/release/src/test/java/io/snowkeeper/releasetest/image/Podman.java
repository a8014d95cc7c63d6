package io.snowkeeper.releasetest.image;

import io.snowkeeper.releasetest.machine.Tool;
import io.snowkeeper.testkit.process.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Podman with a storage of its own, so that no image of the machine is seen or changed. Without a registry and systemd: it works
 * within a container, too. Its files are in memory, in a file system of its own, which can be overlaid wherever this one is, and
 * whose writes wait for no disk. Needs root.
 */
final class Podman implements AutoCloseable {

    /** More than the JVM needs; Podman's own default is more than every machine allows. */
    private static final List<String> LIMITS = List.of("--ulimit", "nofile=4096:4096", "--ulimit", "nproc=4096:4096");

    private final Path folder;

    private Podman(Path folder) {
        this.folder = folder;
    }

    static Podman create() throws IOException {
        Path folder = Files.createTempDirectory("podman");
        Shell.run("mount", "-t", "tmpfs", "-o", "size=4g", "podman", folder.toString());
        return new Podman(folder);
    }

    /** Returns a folder for the files of images, which ends with it. */
    Path folder() {
        return folder;
    }

    private List<String> command(Stream<String> arguments) {
        List<String> command = new ArrayList<>(
                List.of("podman", "--root", folder.resolve("storage").toString()));
        command.addAll(List.of("--runroot", folder.resolve("run").toString()));
        command.addAll(List.of("--storage-driver", "overlay", "--cgroup-manager", "cgroupfs", "--runtime", "runc"));
        arguments.forEach(command::add);
        return command;
    }

    /** Runs it, and returns its output. */
    String run(String... arguments) throws IOException {
        return Shell.run(command(Stream.of(arguments)).toArray(String[]::new));
    }

    /** Makes an image of a folder with a system in it. */
    void importRoot(Path root, String image) throws IOException, InterruptedException {
        Path archive = folder.resolve("root.tar");
        Tool.run(folder, Map.of(), List.of("tar", "-C", root.toString(), "-cf", archive.toString(), "."));
        Tool.run(folder, Map.of(), command(Stream.of("import", "--quiet", archive.toString(), image)));
        Files.delete(archive);
    }

    /** Builds an image from those that are here, and none else. */
    void build(Path dockerfile, Path context, String image) throws IOException, InterruptedException {
        Tool.run(
                context,
                Map.of(),
                command(Stream.of(
                        "build",
                        "--format=docker",
                        "--isolation=chroot",
                        "--network=host",
                        "--layers=false",
                        "--pull=never",
                        "--file=" + dockerfile,
                        "--tag=" + image,
                        ".")));
    }

    /** Starts a container in the background. */
    void start(String container, String image, String... options) throws IOException {
        Stream<String> arguments = Stream.of(
                        Stream.of("run", "--detach", "--name", container),
                        LIMITS.stream(),
                        Stream.of(options),
                        Stream.of(image))
                .flatMap(part -> part);
        Shell.run(command(arguments).toArray(String[]::new));
    }

    void removeContainers() throws IOException {
        run("rm", "--all", "--force", "--time", "0");
    }

    /** Removes all of its containers and images. */
    @Override
    public void close() throws IOException {
        removeContainers();
        Shell.run("umount", "--recursive", folder.toString());
        Files.delete(folder);
    }
}
