package io.snowkeeper.core.sequence;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Fields in memory, written and read. */
final class MapFields implements FieldWriter, FieldReader {

    final Map<String, @Nullable Object> values = new LinkedHashMap<>();

    @Override
    public void number(String key, long value) {
        values.put(key, value);
    }

    @Override
    public void number(String key, OptionalLong value) {
        values.put(key, value.isPresent() ? value.getAsLong() : null);
    }

    @Override
    public void text(String key, String value) {
        values.put(key, value);
    }

    @Override
    public void text(String key, Optional<String> value) {
        values.put(key, value.orElse(null));
    }

    @Override
    public void numbers(String key, long[] numbers) {
        values.put(key, numbers);
    }

    @Override
    public void texts(String key, List<String> texts) {
        values.put(key, texts);
    }

    @Override
    public <T> void objects(String key, List<T> objects, BiConsumer<T, FieldWriter> writer) {
        List<MapFields> all = new ArrayList<>();
        for (T object : objects) {
            MapFields fields = new MapFields();
            writer.accept(object, fields);
            all.add(fields);
        }
        values.put(key, all);
    }

    @Override
    public long number(String key) {
        return (Long) requireNonNull(values.get(key), key);
    }

    @Override
    public OptionalLong optionalNumber(String key) {
        return values.get(key) == null ? OptionalLong.empty() : OptionalLong.of(number(key));
    }

    @Override
    public OptionalLong numberIfGiven(String key) {
        return optionalNumber(key);
    }

    @Override
    public String text(String key) {
        return (String) requireNonNull(values.get(key), key);
    }

    @Override
    public Optional<String> optionalText(String key) {
        return Optional.ofNullable((String) values.get(key));
    }

    @Override
    public Optional<String> textIfGiven(String key) {
        return optionalText(key);
    }

    @Override
    public long[] numbers(String key) {
        return (long[]) requireNonNull(values.get(key), key);
    }

    @Override
    @SuppressWarnings("unchecked")
    public List<String> texts(String key) {
        return (List<String>) requireNonNull(values.get(key), key);
    }

    @Override
    @SuppressWarnings("unchecked")
    public List<MapFields> objects(String key) {
        return (List<MapFields>) requireNonNull(values.get(key), key);
    }
}
