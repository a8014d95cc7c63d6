package io.snowkeeper.spring.id;

/** The form of an id that a property with {@link SnowkeeperId} gets. */
public enum IdForm {
    /** As {@link SnowkeeperId} says for the property's type. */
    PLAIN,
    /** For a {@code long} or {@code Long}: with the 63 bits in reversed order, for databases that split tables by ranges of the key. */
    REVERSED,
    /** For a {@code String}: a {@linkplain io.snowkeeper.core.text.PublicIds public} id, by the keys of {@code snowkeeper.public-id-keys}. */
    PUBLIC,
    /** For a {@code String}: a {@linkplain io.snowkeeper.core.text.TypeId TypeID}. */
    TYPE_ID
}
