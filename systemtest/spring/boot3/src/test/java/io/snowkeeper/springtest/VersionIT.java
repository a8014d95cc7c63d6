package io.snowkeeper.springtest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.hibernate.Version;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootVersion;
import org.springframework.core.SpringVersion;

/** Each module tests what it says. */
class VersionIT {

    @Test
    void theDocumentNamesTheVersion() throws Exception {
        assertThat(Files.readString(Path.of("..", "..", "..", "docs", "use", "spring.md")))
                .contains(SpringBootVersion.getVersion());
    }

    @Test
    void springAndHibernateAreOfThisGeneration() {
        String generation = System.getProperty("spring.generation");
        assertThat(SpringVersion.getVersion()).startsWith(generation + ".");
        assertThat(Version.getVersionString()).startsWith(generation + ".");
    }
}
