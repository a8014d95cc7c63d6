package io.snowkeeper.node.access;

import io.snowkeeper.node.security.AdminToken;
import io.snowkeeper.node.security.Policy;
import io.snowkeeper.node.security.SecuritySettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/** Policies of tests. */
public final class TestPolicy {

    /** The token of the subject {@code billing}. */
    public static final String TOKEN = "billing-0123456789abcdef";

    private TestPolicy() {}

    /** Returns the settings of a node on which only billing has those rights. */
    public static SecuritySettings ofBilling(Path folder, String... rights) {
        return of(folder, subject("billing", TOKEN, rights));
    }

    /** Returns the settings of a node with a policy of some subjects, whose quotas do not fill up again. */
    public static SecuritySettings of(Path folder, String... subjects) {
        return of(folder, () -> 0, subjects);
    }

    /** As above, with quotas that go by a stopwatch. */
    static SecuritySettings of(Path folder, LongSupplier nanos, String... subjects) {
        return SecuritySettings.NONE.with(Policy.watch(file(folder, subjects), nanos));
    }

    /** Writes a policy of some subjects. */
    public static Path file(Path folder, String... subjects) {
        try {
            return Files.writeString(
                    folder.resolve("policy.json"), "{\"subjects\": [" + String.join(", ", subjects) + "]}");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns a subject that has a token. */
    public static String subject(String name, String token, String... rights) {
        return "{\"name\": \"%s\", \"token_sha256\": \"%s\", \"rights\": [%s]}"
                .formatted(name, AdminToken.digest(token), quoted(rights));
    }

    /** Returns the subject of clients without credentials. */
    public static String anonymous(String... rights) {
        return "{\"name\": \"anonymous\", \"rights\": [%s]}".formatted(quoted(rights));
    }

    /** Returns a subject that may ask for no more than so much a second. */
    public static String limited(int rate, String subject) {
        return subject.substring(0, subject.length() - 1) + ", \"max_rate\": %d}".formatted(rate);
    }

    private static String quoted(String... texts) {
        return Arrays.stream(texts).map(text -> '"' + text + '"').collect(Collectors.joining(", "));
    }
}
