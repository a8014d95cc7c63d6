package io.snowkeeper.node.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AdminTokenTest {

    private static final String TOKEN = "0123456789abcdef";

    @TempDir
    private Path folder;

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("token"), text);
    }

    @Test
    void onlyTheTokenOfTheFileMatches() throws IOException {
        AdminToken token = AdminToken.read(file(TOKEN));

        assertThat(token.hasDigest(AdminToken.digest(TOKEN))).isTrue();
        assertThat(token.hasDigest(AdminToken.digest("0123456789abcdeF"))).isFalse();
        assertThat(token.hasDigest(AdminToken.digest(TOKEN + " "))).isFalse();
        assertThat(token.hasDigest(AdminToken.digest(""))).isFalse();
        assertThat(token.hasDigest("")).isFalse();
    }

    @Test
    void theLineEndAndTheByteOrderMarkOfTheFileDoNotBelongToTheToken() throws IOException {
        assertThat(AdminToken.read(file("\ufeff " + TOKEN + "\r\n")).hasDigest(AdminToken.digest(TOKEN)))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "\n", "0123456789abcde", "0123456789 abcdef", "0123456789abcdéf", "0123456789abcdef\nx"})
    void aFileWithoutATokenIsRefusedAndNotQuoted(String text) throws IOException {
        Path file = file(text);

        assertThatThrownBy(() -> AdminToken.read(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a token must be 16 to 1024 visible ASCII characters without spaces: " + file);
    }

    @Test
    void aLongFileIsNotRead() throws IOException {
        Path file = file("x".repeat(4097));

        assertThatThrownBy(() -> AdminToken.read(file))
                .hasMessage("a file with a token must have at most 4096 bytes: " + file);
    }

    @Test
    void aMissingFileIsAnError() {
        assertThatThrownBy(() -> AdminToken.read(folder.resolve("none"))).isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void theTokenIsNotShown() throws IOException {
        SecuritySettings settings = new SecuritySettings(Optional.of(AdminToken.read(file(TOKEN))));

        assertThat(settings.toString()).contains("AdminToken[hidden]").doesNotContain(TOKEN);
    }
}
