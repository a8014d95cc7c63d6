package io.snowkeeper.cli.migrate;

import io.snowkeeper.core.text.GivenText;
import java.io.IOException;
import java.nio.file.Path;

/** A file with a password, for one that is not to be seen on the command line. */
final class PasswordFile {

    private static final int MAX_BYTES = 4096;

    private PasswordFile() {}

    /**
     * Reads a password; blanks around it are none of it.
     *
     * @param option names the file, for what is said of it
     * @throws IllegalArgumentException if it cannot be read, or is empty or too long for a password
     */
    static String read(Path file, String option) {
        try {
            String password = GivenText.text(file, MAX_BYTES, option);
            if (password.isEmpty()) {
                throw new IllegalArgumentException("%s is empty: %s".formatted(option, file));
            }
            return password;
        } catch (IOException e) {
            throw new IllegalArgumentException("%s cannot be read: %s".formatted(option, e), e);
        }
    }
}
