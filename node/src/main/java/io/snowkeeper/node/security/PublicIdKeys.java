package io.snowkeeper.node.security;

import io.snowkeeper.core.text.GivenText;
import io.snowkeeper.core.text.PublicIds;
import java.nio.file.Path;

/** The file with the keys of public ids. */
public final class PublicIdKeys {

    private static final int MAX_BYTES = 16_384;

    private PublicIdKeys() {}

    /**
     * Reads keys from a file, as {@link PublicIds#ofKeys} does, and watches the file.
     *
     * @throws IllegalArgumentException if the file cannot be read, or there are no keys in it; the message does not contain any
     */
    public static FileWatch<?, PublicIds> watch(Path file) {
        return new FileWatch<>(
                "public id keys",
                file + ": ",
                () -> GivenText.text(file, MAX_BYTES, "a file with keys of public ids"),
                (text, before) -> PublicIds.ofKeys(text),
                keys -> "new ones are in force, from " + file);
    }
}
