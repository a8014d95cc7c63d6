package io.snowkeeper.loadtest.chaos.fleet;

import io.snowkeeper.testkit.process.Shell;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/** A small file system of its own for a node's state, which can be full, read-only, or lost. Mounting needs root. */
public final class StateVolume implements AutoCloseable {

    private static final String FILLER = "filler";

    private final Path folder;
    private boolean readOnly;
    private boolean mounted;

    /** Makes one, mounted at a folder. */
    public StateVolume(Path folder) throws IOException {
        this.folder = Files.createDirectories(folder);
        Shell.run("mount", "-t", "tmpfs", "-o", "size=256k", "snowkeeper-chaos", folder.toString());
        mounted = true;
    }

    Path folder() {
        return folder;
    }

    /** Returns whether a file is there. */
    public boolean has(String file) {
        return Files.exists(folder.resolve(file));
    }

    /** Leaves not one byte of room. */
    public void fill() throws IOException {
        byte[] block = new byte[4096];
        try (OutputStream filler = Files.newOutputStream(folder.resolve(FILLER))) {
            while (true) {
                filler.write(block);
            }
        } catch (IOException e) {
            if (Files.getFileStore(folder).getUsableSpace() > 0) {
                throw e;
            }
        }
    }

    /** Gives the room back. */
    public void empty() throws IOException {
        Files.deleteIfExists(folder.resolve(FILLER));
    }

    /** Refuses writes: the folder is mounted over itself, since a file system in use cannot be made read-only. */
    public void forbidWrites() throws IOException {
        Shell.run("mount", "--bind", folder.toString(), folder.toString());
        readOnly = true;
        Shell.run("mount", "-o", "remount,ro,bind", folder.toString());
    }

    /** Takes writes again. */
    public void allowWrites() throws IOException {
        if (readOnly) {
            Shell.run("umount", "-l", folder.toString());
            readOnly = false;
        }
    }

    /** Loses everything; only while no process uses it. */
    public void wipe() throws IOException {
        try (var files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                if (!file.equals(folder)) {
                    Files.delete(file);
                }
            }
        }
    }

    @Override
    public void close() throws IOException {
        allowWrites();
        if (mounted) {
            mounted = false;
            Shell.run("umount", "-l", folder.toString());
        }
    }
}
