package io.snowkeeper.client.internal.wire;

import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.core.sequence.FieldReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * An answer, or another line of a server.
 *
 * @param dest its receiver, empty if it has none
 * @param type its kind
 * @param inReplyTo our number of the request, empty if it does not say
 * @param fields its own fields: values as {@link JsonReader#value} gives them
 */
public record Answer(Optional<String> dest, String type, OptionalLong inReplyTo, Map<String, Object> fields)
        implements FieldReader {

    private static final String ERROR = "error";

    public boolean isError() {
        return type.equals(ERROR);
    }

    /** Requires a type. */
    public void requireType(String expected) {
        if (!type.equals(expected)) {
            throw new InvalidAnswerException("type must be %s: type=%s".formatted(expected, type));
        }
    }

    public int code() {
        return Math.toIntExact(number("code"));
    }

    /** Returns the reason of an error, empty if there is none, or an unknown one. */
    public Optional<UnavailableReason> reason() {
        return fields.get("reason") instanceof String text ? UnavailableReason.of(text) : Optional.empty();
    }

    /** Returns whether a server may have begun the refused request; false only if it says so. */
    public boolean mayHaveBegun() {
        return !Boolean.FALSE.equals(fields.get("begun"));
    }

    @Override
    public long number(String key) {
        return field(key, Long.class);
    }

    @Override
    public OptionalLong optionalNumber(String key) {
        return isNull(key) ? OptionalLong.empty() : OptionalLong.of(number(key));
    }

    @Override
    public OptionalLong numberIfGiven(String key) {
        return fields.containsKey(key) ? optionalNumber(key) : OptionalLong.empty();
    }

    public boolean flag(String key) {
        return field(key, Boolean.class);
    }

    @Override
    public String text(String key) {
        return field(key, String.class);
    }

    @Override
    public Optional<String> optionalText(String key) {
        return isNull(key) ? Optional.empty() : Optional.of(text(key));
    }

    @Override
    public Optional<String> textIfGiven(String key) {
        return fields.containsKey(key) ? optionalText(key) : Optional.empty();
    }

    @Override
    public long[] numbers(String key) {
        return field(key, long[].class);
    }

    /** Returns {@code count} numbers. */
    public long[] numbers(String key, int count) {
        long[] numbers = numbers(key);
        if (numbers.length != count) {
            throw new InvalidAnswerException(
                    "%s must have the %s numbers that were asked for: it has %s".formatted(key, count, numbers.length));
        }
        return numbers;
    }

    @Override
    public List<String> texts(String key) {
        return elements(key, String.class);
    }

    @Override
    public List<Answer> objects(String key) {
        List<Answer> objects = new ArrayList<>();
        for (Map<?, ?> members : elements(key, Map.class)) {
            Map<String, Object> fields = new HashMap<>();
            members.forEach((name, value) -> fields.put((String) name, value));
            objects.add(new Answer(Optional.empty(), type, OptionalLong.empty(), fields));
        }
        return objects;
    }

    private <T> List<T> elements(String key, Class<T> kind) {
        if (fields.get(key) instanceof long[] empty && empty.length == 0) {
            return List.of();
        }
        List<T> elements = new ArrayList<>();
        for (Object element : field(key, List.class)) {
            if (!kind.isInstance(element)) {
                throw new InvalidAnswerException(
                        "%s must have %s as a list of %s".formatted(type, key, kind.getSimpleName()));
            }
            elements.add(kind.cast(element));
        }
        return elements;
    }

    /** Returns {@code count} texts. */
    public List<String> texts(String key, int count) {
        List<String> texts = texts(key);
        if (texts.size() != count) {
            throw new InvalidAnswerException(
                    "%s must have the %s texts that were asked for: it has %s".formatted(key, count, texts.size()));
        }
        return texts;
    }

    private boolean isNull(String key) {
        return fields.get(key) == JsonReader.NULL;
    }

    private <T> T field(String key, Class<T> kind) {
        Object value = fields.get(key);
        if (!kind.isInstance(value)) {
            throw new InvalidAnswerException("%s must have %s as %s".formatted(type, key, kind.getSimpleName()));
        }
        return kind.cast(value);
    }
}
