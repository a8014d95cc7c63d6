package io.snowkeeper.spring.json;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.Module;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.AnnotatedMethod;
import com.fasterxml.jackson.databind.introspect.NopAnnotationIntrospector;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import org.jspecify.annotations.Nullable;

/** Ids as texts for Jackson 2. A property's own annotations of Jackson have precedence. */
final class Jackson2Ids extends NopAnnotationIntrospector {

    private static final long serialVersionUID = 1L;

    private final transient TextIds ids;

    private Jackson2Ids(TextIds ids) {
        this.ids = ids;
    }

    static Module module(TextIds ids) {
        return new SimpleModule("snowkeeper") {
            @Override
            public void setupModule(SetupContext mapper) {
                super.setupModule(mapper);
                mapper.appendAnnotationIntrospector(new Jackson2Ids(ids));
            }
        };
    }

    @Override
    public @Nullable Object findSerializer(Annotated property) {
        PublicId mark = property.getAnnotation(PublicId.class);
        if (mark != null) {
            return new Jackson2PublicId.Writer(ids.publicIds(mark, property.getRawType(), property));
        }
        return ids.isText(property::hasAnnotation, property.getRawType(), content(property), property)
                ? ToStringSerializer.instance
                : null;
    }

    @Override
    public @Nullable Object findDeserializer(Annotated property) {
        PublicId mark = property.getAnnotation(PublicId.class);
        if (mark == null) {
            return null;
        }
        Class<?> type = property instanceof AnnotatedMethod setter && setter.getParameterCount() == 1
                ? setter.getRawParameterType(0)
                : property.getRawType();
        return new Jackson2PublicId.Reader(ids.publicIds(mark, type, property), type);
    }

    @Override
    public @Nullable Object findContentSerializer(Annotated property) {
        return ids.isTexts(property::hasAnnotation, content(property)) ? ToStringSerializer.instance : null;
    }

    private static @Nullable Class<?> content(Annotated property) {
        JavaType type = property.getType(); // null for a constructor
        JavaType content = type == null ? null : type.getContentType();
        return content == null ? null : content.getRawClass();
    }
}
