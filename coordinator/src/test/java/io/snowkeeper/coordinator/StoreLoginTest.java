package io.snowkeeper.coordinator;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StoreLoginTest {

    @TempDir
    private Path folder;

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("login"), text);
    }

    @Test
    void aFileHasUserAndPasswordInOneLine() throws IOException {
        assertThat(StoreLogin.read(file("\ufeff fleet:secret\r\n"))).isEqualTo(new StoreLogin("fleet", "secret"));
    }

    @Test
    void aPasswordMayHoldColons() throws IOException {
        assertThat(StoreLogin.read(file("fleet:a:b")).password()).isEqualTo("a:b");
    }

    @Test
    void theCredentialsAreWhatZooKeeperIsTold() {
        assertThat(new StoreLogin("fleet", "secret").credentials()).isEqualTo("fleet:secret".getBytes(US_ASCII));
    }

    @Test
    void noTextTellsThePassword() {
        StoreLogin login = new StoreLogin("fleet", "secret");
        assertThat(login).hasToString("StoreLogin[user=fleet, password=hidden]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "secret"})
    void aFileWithoutALoginIsRefusedAndNotQuoted(String text) throws IOException {
        Path file = file(text);
        assertThatThrownBy(() -> StoreLogin.read(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a login must be one line, user:password: " + file);
    }

    @ParameterizedTest
    @ValueSource(strings = {":secret", "fl,eet:secret", "fle et:secret", "flé:secret"})
    void aUserThatCannotBeOneIsRefusedAndNotQuoted(String text) throws IOException {
        Path file = file(text);
        assertThatThrownBy(() -> StoreLogin.read(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a login must be one line, user:password: " + file
                        + ": user must be 1 to 100 visible ASCII characters without ':' and ','");
    }

    @ParameterizedTest
    @ValueSource(strings = {"fleet:", "fleet:sec ret", "fleet:secrét", "fleet:secret\nsecond:line"})
    void aPasswordThatCannotBeOneIsRefusedAndNotQuoted(String text) throws IOException {
        Path file = file(text);
        assertThatThrownBy(() -> StoreLogin.read(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a login must be one line, user:password: " + file
                        + ": password must be 1 to 1024 visible ASCII characters without spaces");
    }

    @Test
    void aLongFileIsNotRead() throws IOException {
        Path file = file("x".repeat(4097));
        assertThatThrownBy(() -> StoreLogin.read(file))
                .hasMessage("a file with a login must have at most 4096 bytes: " + file);
    }

    @Test
    void aMissingFileIsAnError() {
        assertThatThrownBy(() -> StoreLogin.read(folder.resolve("none"))).isInstanceOf(NoSuchFileException.class);
    }
}
