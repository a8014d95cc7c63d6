package io.snowkeeper.node.http.routing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** An object that a client sent. Whatever is not understood is refused, so that a typing error is not overlooked. */
public final class JsonBody {

    private static final String ROOT = "body";

    private final ObjectNode object;
    private final String place;

    private JsonBody(ObjectNode object, String place) {
        this.object = object;
        this.place = place;
    }

    /**
     * Reads the body of a call.
     *
     * @throws ProblemException if the body is not JSON, or is said to be something else
     */
    public static JsonBody of(Call call) {
        call.header("content-type")
                .map(type -> type.split(";", 2)[0].strip())
                .filter(type -> !type.equalsIgnoreCase(Json.CONTENT_TYPE))
                .ifPresent(type -> {
                    throw new ProblemException(Problem.of(
                            ProblemCode.UNSUPPORTED_MEDIA_TYPE,
                            "body must be %s: content-type=%s".formatted(Json.CONTENT_TYPE, Formats.shown(type))));
                });
        return new JsonBody(Json.read(call.body()), ROOT);
    }

    /**
     * Refuses an object that has other keys than these.
     *
     * @throws ProblemException if it has others
     */
    public JsonBody requireOnly(String... names) {
        Set<String> known = Set.of(names);
        for (Iterator<String> given = object.fieldNames(); given.hasNext(); ) {
            String name = given.next();
            if (!known.contains(name)) {
                throw ProblemException.malformed("unknown key in %s: %s; known are %s"
                        .formatted(place, Formats.shown(name), String.join(", ", names)));
            }
        }
        return this;
    }

    boolean has(String name) {
        return object.hasNonNull(name);
    }

    /**
     * Returns a text.
     *
     * @throws ProblemException if it is missing or no string
     */
    public String text(String name) {
        JsonNode value = required(name);
        if (!value.isTextual()) {
            throw ProblemException.malformed("%s must be a string: %s=%s".formatted(name, name, shown(value)));
        }
        return value.textValue();
    }

    /**
     * Returns a whole number; as a string, too, for clients whose own numbers do not hold 64 bits.
     *
     * @throws ProblemException if it is missing or no whole number of 64 bits
     */
    public long number(String name) {
        JsonNode value = required(name);
        Optional<Long> number = value.isTextual()
                ? WholeNumber.parse(value.textValue())
                : value.isIntegralNumber() && value.canConvertToLong()
                        ? Optional.of(value.longValue())
                        : Optional.empty();
        return number.orElseThrow(() ->
                ProblemException.malformed("%s must be a whole number of 64 bits, or a string of its digits: %s=%s"
                        .formatted(name, name, shown(value))));
    }

    /** As {@link #number(String)}, with a value for one that is missing. */
    public long number(String name, long otherwise) {
        return has(name) ? number(name) : otherwise;
    }

    /**
     * Returns a list of objects.
     *
     * @throws ProblemException if it is missing or no list of objects
     */
    public List<JsonBody> objects(String name) {
        JsonNode value = required(name);
        List<JsonBody> objects = new ArrayList<>();
        if (value.isArray()) {
            for (JsonNode element : value) {
                if (element instanceof ObjectNode member) {
                    objects.add(new JsonBody(member, name));
                }
            }
        }
        if (objects.size() != value.size() || !value.isArray()) {
            throw ProblemException.malformed("%s must be a list of objects: %s=%s".formatted(name, name, shown(value)));
        }
        return objects;
    }

    private JsonNode required(String name) {
        JsonNode value = object.get(name);
        if (value == null || value.isNull()) {
            throw ProblemException.malformed("%s must have the key %s".formatted(place, name));
        }
        return value;
    }

    private static String shown(JsonNode value) {
        return Formats.shown(value.toString());
    }
}
