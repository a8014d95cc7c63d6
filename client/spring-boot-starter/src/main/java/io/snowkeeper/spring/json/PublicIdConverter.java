package io.snowkeeper.spring.json;

import static java.util.Objects.requireNonNull;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.core.convert.TypeDescriptor;
import org.springframework.core.convert.converter.ConditionalGenericConverter;

/** Reads the public ids in a controller's parameters. Thread-safe. */
final class PublicIdConverter implements ConditionalGenericConverter {

    private final TextIds ids;

    PublicIdConverter(TextIds ids) {
        this.ids = ids;
    }

    @Override
    public Set<ConvertiblePair> getConvertibleTypes() {
        return Set.of(new ConvertiblePair(String.class, Long.class), new ConvertiblePair(String.class, long.class));
    }

    @Override
    public boolean matches(TypeDescriptor source, TypeDescriptor target) {
        return target.hasAnnotation(PublicId.class);
    }

    @Override
    public @Nullable Object convert(@Nullable Object source, TypeDescriptor from, TypeDescriptor target) {
        PublicId mark = requireNonNull(target.getAnnotation(PublicId.class));
        return source == null || source.equals("")
                ? null
                : ids.publicIds(mark, target.getType(), target).parse((String) source);
    }
}
