package io.snowkeeper.node.security;

import io.snowkeeper.core.text.PublicIds;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The content of a file with the keys of public ids. Equal to another one by a digest, so that the text of the file is
 * not kept.
 *
 * @param digest as {@link AdminToken#digest} makes it of the text
 */
record PublicIdKeys(String digest, PublicIds ids) {

    /** As {@link SecuritySettings#watchPublicIdKeys}. */
    static FileWatch<?, PublicIds> watch(Path file) {
        return new FileWatch<>(
                "public id keys",
                file + ": ",
                () -> read(file),
                (keys, before) -> keys.ids(),
                keys -> "new ones are in force, from " + file);
    }

    private static PublicIdKeys read(Path file) throws IOException {
        String text = PublicIds.text(file);
        return new PublicIdKeys(AdminToken.digest(text), PublicIds.ofKeys(text));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PublicIdKeys keys && keys.digest.equals(digest);
    }

    @Override
    public int hashCode() {
        return digest.hashCode();
    }
}
