package io.snowkeeper.core.text;

import io.snowkeeper.core.sortable.SortableId;
import java.util.Locale;
import java.util.UUID;

/**
 * A UUID with the type of its object, as TypeID 0.3.0 writes it: {@code user_01h455vb4pex5vsknk084sn02q}. Texts of a type sort as its
 * UUIDs do. It hides nothing: a reader sees the UUID, and with it the time.
 *
 * @param type up to 63 letters a to z, and underscores between them; empty for none
 * @param uuid of any version
 * @see <a href="https://github.com/jetify-com/typeid/tree/main/spec">TypeID</a>
 */
public record TypeId(String type, UUID uuid) {

    static final int SUFFIX_LENGTH = 26;

    /** @throws IllegalArgumentException if the type is none */
    public TypeId {
        TypePrefix unused = new TypePrefix(type);
    }

    /**
     * Reads a text.
     *
     * @throws IllegalArgumentException if it is no TypeID; capital letters and Crockford's other readings are none
     */
    public static TypeId parse(String text) {
        TypePrefix prefix = TypePrefix.of(text);
        String suffix = prefix.removeFrom(text);
        SortableId id = SortableIdFormat.CROCKFORD32.parse(suffix);
        if (!write(id).equals(suffix)) {
            throw new IllegalArgumentException(
                    "TypeID must have small letters and digits, without i, l, o and u: id=" + text);
        }
        return new TypeId(prefix.name(), id.toUuid());
    }

    private static String write(SortableId id) {
        return SortableIdFormat.CROCKFORD32.format(id).toLowerCase(Locale.ROOT);
    }

    /** Returns the text. */
    @Override
    public String toString() {
        return new TypePrefix(type).before(write(SortableId.fromUuid(uuid)));
    }
}
