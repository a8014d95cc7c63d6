package io.snowkeeper.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.node.security.AdminToken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokenCommandTest {

    private static final Pattern PRINTED = Pattern.compile("token {9}([0-9a-f]{64})\ntoken_sha256 {2}([0-9a-f]{64})\n");

    @TempDir
    private Path folder;

    @Test
    void aNewTokenIsPrintedWithItsDigest() {
        Matcher printed = PRINTED.matcher(Run.of("token").out());

        assertThat(printed.matches()).isTrue();
        assertThat(printed.group(2)).isEqualTo(AdminToken.digest(printed.group(1)));
        assertThat(Run.of("token").out()).doesNotContain(printed.group(1));
    }

    @Test
    void ofATokenThatThereIsTheDigestAloneIsPrinted() throws IOException {
        Path file = Files.writeString(folder.resolve("token"), "0123456789abcdef\n");

        // The digest of: printf 0123456789abcdef | sha256sum
        assertThat(Run.of("token", "--token-file", file.toString()))
                .isEqualTo(new Run(
                        0, "token_sha256  9f9f5111f7b27a781f1f1ddde5ebc2dd2b796bfc7365c9c28b548e564176929f\n", ""));
    }

    @Test
    void aFileWithoutATokenIsRefused() throws IOException {
        Path file = Files.writeString(folder.resolve("token"), "short");

        assertThat(Run.of("token", "--token-file", file.toString()).err())
                .contains("--token-file: a token must be 16 to 1024 visible ASCII characters")
                .doesNotContain("short");
    }
}
