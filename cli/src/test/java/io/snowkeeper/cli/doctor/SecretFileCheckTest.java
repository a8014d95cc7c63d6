package io.snowkeeper.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SecretFileCheckTest {

    private static final String OPTION = "--admin-token-file";

    @TempDir
    private Path folder;

    private static Finding look(Path file) {
        return new SecretFileCheck(Map.of(OPTION, file)).look().get(0);
    }

    private Path file(String rights) throws IOException {
        return Files.setPosixFilePermissions(
                Files.createFile(folder.resolve("token")), PosixFilePermissions.fromString(rights));
    }

    @ParameterizedTest
    @CsvSource({"rw-------", "r--------", "r--r-----"})
    void whatItsOwnerAndItsGroupAloneMayReadIsFine(String rights) throws IOException {
        Path file = file(rights);

        assertThat(look(file))
                .isEqualTo(Finding.ok("file rights", "%s %s has the rights %s".formatted(OPTION, file, rights)));
    }

    @ParameterizedTest
    @CsvSource({"rw-r--r--", "rw-rw----", "rw-----w-"})
    void whatOthersMayUseIsWarnedOf(String rights) throws IOException {
        Path file = file(rights);

        assertThat(look(file))
                .isEqualTo(Finding.warning(
                        "file rights",
                        "%s %s has the rights %s: others may use its content; chmod 0600 %s"
                                .formatted(OPTION, file, rights, file)));
    }

    @Test
    void aFileThatIsMissingIsNotFine() {
        Path missing = folder.resolve("missing");

        assertThat(look(missing))
                .isEqualTo(Finding.failed("file rights", "%s %s does not exist".formatted(OPTION, missing)));
    }
}
