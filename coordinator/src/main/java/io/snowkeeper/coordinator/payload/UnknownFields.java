package io.snowkeeper.coordinator.payload;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The fields of a payload that this version does not know, in their order: a payload that any node may write again has
 * them as a part, so that nodes of a former version keep the fields of later ones.
 *
 * <p>A field for which that is not enough, since it has to be changed together with others, is announced by
 * {@value #REQUIRES}: the words in it name what a node must know to read the payload at all. This version knows none.
 */
public final class UnknownFields {

    /** The field that names what a reader must know. */
    public static final String REQUIRES = "requires";

    public static final Map<String, JsonNode> NONE = Map.of();

    private UnknownFields() {}

    /**
     * Returns the fields, for good.
     *
     * @throws IllegalArgumentException if they say that the payload must not be read by this version
     */
    public static Map<String, JsonNode> of(Map<String, JsonNode> fields) {
        if (fields.containsKey(REQUIRES)) {
            throw new IllegalArgumentException(describe(fields.get(REQUIRES)));
        }
        return fields.isEmpty() ? NONE : Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    }

    /** Returns the problem with a payload, and its remedy. */
    public static String describe(Object required) {
        return "a later version has written it, and its readers must know %s; start this node with that version"
                .formatted(required);
    }
}
