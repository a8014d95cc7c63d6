package io.snowkeeper.loadtest.chaos.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Needs root. */
class StateVolumeIT {

    @TempDir
    private Path folder;

    private StateVolume volume;
    private Path file;

    @BeforeEach
    void mount() throws IOException {
        volume = new StateVolume(folder.resolve("state"));
        file = folder.resolve("state").resolve("file");
    }

    @AfterEach
    void unmount() throws IOException {
        volume.close();
    }

    @Test
    void aFullVolumeTakesNoByteUntilItIsEmptied() throws IOException {
        volume.fill();
        assertThatIOException().isThrownBy(() -> Files.writeString(file, "x"));

        volume.empty();
        Files.writeString(file, "x");
        assertThat(file).hasContent("x");
    }

    @Test
    void aVolumeThatForbidsWritesIsReadOnlyUntilItAllowsThem() throws IOException {
        Files.writeString(file, "before");
        volume.forbidWrites();
        assertThatIOException().isThrownBy(() -> Files.writeString(file, "x")).withMessageContaining("Read-only");
        assertThat(file).hasContent("before");

        volume.allowWrites();
        Files.writeString(file, "after");
        assertThat(file).hasContent("after");
    }

    @Test
    void aWipedVolumeIsEmpty() throws IOException {
        Files.createDirectories(file.resolve("below"));
        volume.wipe();
        assertThat(folder.resolve("state")).isEmptyDirectory();
    }

    @Test
    void aClosedVolumeLeavesNothing() throws IOException {
        Files.writeString(file, "x");
        volume.forbidWrites();
        volume.close();
        assertThat(folder.resolve("state")).isEmptyDirectory();
    }
}
