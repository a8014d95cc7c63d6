package io.snowkeeper.cli.options;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A converter of an option's words, the names of constants in lower case. Shells are to offer these words, and not the names. */
public abstract class WordConverter<E extends Enum<E>> implements ITypeConverter<E>, Iterable<String> {

    private final Map<String, E> constants = new LinkedHashMap<>();

    protected WordConverter(Class<E> type) {
        for (E constant : type.getEnumConstants()) {
            constants.put(constant.name().toLowerCase(Locale.ROOT), constant);
        }
    }

    @Override
    public Iterator<String> iterator() {
        return constants.keySet().iterator();
    }

    @Override
    public E convert(String value) {
        E constant = constants.get(value);
        if (constant == null) {
            List<String> words = new ArrayList<>(constants.keySet());
            String last = words.remove(words.size() - 1);
            throw new TypeConversionException(
                    "must be %s or %s: '%s'".formatted(String.join(", ", words), last, value));
        }
        return constant;
    }
}
