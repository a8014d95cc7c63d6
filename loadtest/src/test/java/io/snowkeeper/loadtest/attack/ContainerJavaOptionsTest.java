package io.snowkeeper.loadtest.attack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContainerJavaOptionsTest {

    @TempDir
    private Path folder;

    @Test
    void isToldWhatTheImageSaysAboutMemory() throws Exception {
        Path dockerfile = Files.writeString(folder.resolve("Dockerfile"), """
                FROM scratch
                ENV A=b \\
                    JAVA_TOOL_OPTIONS="-XX:MaxRAMPercentage=40 -Dfolder=/var -XX:-UsePerfData"
                """);

        assertThat(ContainerJavaOptions.options(dockerfile, 512))
                .containsExactly("-XX:MaxRAM=512m", "-XX:+UseSerialGC", "-XX:MaxRAMPercentage=40", "-XX:-UsePerfData");
    }

    @Test
    void isNotMadeUpWhereTheImageSaysNothing() throws Exception {
        Path dockerfile = Files.writeString(folder.resolve("Dockerfile"), "FROM scratch");

        assertThatThrownBy(() -> ContainerJavaOptions.options(dockerfile, 512))
                .isInstanceOf(IOException.class)
                .hasMessage("must set JAVA_TOOL_OPTIONS: " + dockerfile);
    }
}
