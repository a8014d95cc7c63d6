package io.snowkeeper.node.security;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import io.snowkeeper.testkit.log.LogCapture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AdminTokenTest {

    private static final String TOKEN = "0123456789abcdef";

    private static final String NEXT = "fedcba9876543210";

    @TempDir
    private Path folder;

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("token"), text);
    }

    @Test
    void onlyTheTokenOfTheFileMatches() throws IOException {
        AdminToken token = AdminToken.watch(file(TOKEN)).inForce();

        assertThat(token.hasDigest(AdminToken.digest(TOKEN))).isTrue();
        assertThat(token.hasDigest(AdminToken.digest("0123456789abcdeF"))).isFalse();
        assertThat(token.hasDigest(AdminToken.digest(TOKEN + " "))).isFalse();
        assertThat(token.hasDigest(AdminToken.digest(""))).isFalse();
        assertThat(token.hasDigest("")).isFalse();
    }

    @Test
    void theLineEndAndTheByteOrderMarkOfTheFileDoNotBelongToTheToken() throws IOException {
        assertThat(AdminToken.watch(file("\ufeff " + TOKEN + "\r\n")).inForce().hasDigest(AdminToken.digest(TOKEN)))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "\n", "0123456789abcde", "0123456789 abcdef", "0123456789abcdéf", "0123456789abcdef\nx"})
    void aFileWithoutATokenIsRefusedAndNotQuoted(String text) throws IOException {
        Path file = file(text);

        assertThatThrownBy(() -> AdminToken.watch(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a token must be 16 to 1024 visible ASCII characters without spaces: " + file);
    }

    @Test
    void aLongFileIsNotRead() throws IOException {
        Path file = file("x".repeat(4097));

        assertThatThrownBy(() -> AdminToken.watch(file))
                .hasMessage("a file with a token must have at most 4096 bytes: " + file);
    }

    @Test
    void aMissingFileIsAnError() {
        Path none = folder.resolve("none");

        assertThatThrownBy(() -> AdminToken.watch(none))
                .hasMessage("cannot be read: java.nio.file.NoSuchFileException: " + none);
    }

    @Test
    void aNewTokenIsInForceWhenTwoLooksHaveFoundIt() throws IOException {
        FileWatch<?, AdminToken> watch = AdminToken.watch(file(TOKEN));
        replace(NEXT);

        watch.look();
        assertThat(isInForce(watch, TOKEN)).isTrue();
        try (LogCapture log = LogCapture.of(FileWatch.class.getName())) {
            watch.look();

            assertThat(log.linesFrom(Level.INFO))
                    .containsExactly("admin token: a new one is in force, from " + folder.resolve("token"));
        }
        assertThat(isInForce(watch, NEXT)).isTrue();
        assertThat(isInForce(watch, TOKEN)).isFalse();
    }

    @Test
    void aChangeThatIsNoTokenIsLoggedOnceAndNotQuotedAndTheFormerTokenStays() throws IOException {
        FileWatch<?, AdminToken> watch = AdminToken.watch(file(TOKEN));
        Path file = replace("two words of a secret");

        try (LogCapture log = LogCapture.of(FileWatch.class.getName())) {
            for (int i = 0; i < 4; i++) {
                watch.look();
            }

            assertThat(log.linesFrom(Level.INFO))
                    .containsExactly(
                            "admin token: the file has changed and cannot be used, so its former content stays in force; mend it before the next start, which would fail: a token must be 16 to 1024 visible ASCII characters without spaces: "
                                    + file);
        }
        assertThat(isInForce(watch, TOKEN)).isTrue();
        replace(NEXT);
        watch.look();
        watch.look();
        assertThat(isInForce(watch, NEXT)).isTrue();
    }

    @Test
    void aFileThatHasNotChangedIsNotReadAgain() throws IOException {
        Path file = file(TOKEN);
        FileTime changed = Files.getLastModifiedTime(file);
        FileWatch<?, AdminToken> watch = AdminToken.watch(file);
        Files.writeString(file, NEXT);
        Files.setLastModifiedTime(file, changed);

        watch.look();
        watch.look();

        assertThat(isInForce(watch, TOKEN)).isTrue();
    }

    private Path replace(String text) throws IOException {
        Path next = Files.writeString(folder.resolve("next"), text);
        return Files.move(next, folder.resolve("token"), ATOMIC_MOVE);
    }

    private static boolean isInForce(FileWatch<?, AdminToken> watch, String token) {
        return watch.inForce().hasDigest(AdminToken.digest(token));
    }

    @Test
    void theTokenIsNotShown() throws IOException {
        AdminToken token = AdminToken.watch(file(TOKEN)).inForce();

        assertThat(token).hasToString("AdminToken[hidden]");
    }
}
