package io.snowkeeper.coordinator;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import io.snowkeeper.core.text.GivenText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * A login to a store. It gives full access to the records that were made under it.
 *
 * @param user 1 to 100 visible ASCII characters but ':' and ','
 * @param password 1 to 1024 visible ASCII characters; in no text that this record makes
 */
public record StoreLogin(String user, String password) {

    private static final int MAX_FILE_BYTES = 4096;

    /** In an access control list of ZooKeeper, a colon ends it, and a comma the entry of the list. */
    private static final Pattern USER = Pattern.compile("[\\x21-\\x7e&&[^:,]]{1,100}");

    private static final Pattern PASSWORD = Pattern.compile("[\\x21-\\x7e]{1,1024}");

    /** @throws IllegalArgumentException if a value is out of its range; the message does not contain it */
    public StoreLogin {
        if (!USER.matcher(requireNonNull(user)).matches()) {
            throw new IllegalArgumentException("user must be 1 to 100 visible ASCII characters without ':' and ','");
        }
        if (!PASSWORD.matcher(requireNonNull(password)).matches()) {
            throw new IllegalArgumentException("password must be 1 to 1024 visible ASCII characters without spaces");
        }
    }

    /**
     * Reads a login from a file with one line, {@code user:password}. Spaces and line ends around it are ignored.
     *
     * @throws IOException if the file cannot be read
     * @throws IllegalArgumentException if there is no login in it; the message does not contain the file's text
     */
    public static StoreLogin read(Path file) throws IOException {
        String line = GivenText.bare(new String(GivenText.bytes(file, MAX_FILE_BYTES, "a file with a login"), UTF_8));
        int colon = line.indexOf(':');
        if (colon < 0) {
            throw new IllegalArgumentException("a login must be one line, user:password: " + file);
        }
        try {
            return new StoreLogin(line.substring(0, colon), line.substring(colon + 1));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "a login must be one line, user:password: %s: %s".formatted(file, e.getMessage()), e);
        }
    }

    /** Returns the credentials in the store's form. */
    public byte[] credentials() {
        return (user + ":" + password).getBytes(US_ASCII);
    }

    @Override
    public String toString() {
        return "StoreLogin[user=%s, password=hidden]".formatted(user);
    }
}
