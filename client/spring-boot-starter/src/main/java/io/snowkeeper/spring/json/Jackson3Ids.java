package io.snowkeeper.spring.json;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JacksonModule;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedMethod;
import tools.jackson.databind.introspect.NopAnnotationIntrospector;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.ToStringSerializer;

/** Ids as texts for Jackson 3. A property's own annotations of Jackson have precedence. */
final class Jackson3Ids extends NopAnnotationIntrospector {

    private static final long serialVersionUID = 1L;

    private final transient TextIds ids;

    private Jackson3Ids(TextIds ids) {
        this.ids = ids;
    }

    static JacksonModule module(TextIds ids) {
        return new SimpleModule("snowkeeper") {
            @Override
            public void setupModule(SetupContext mapper) {
                super.setupModule(mapper);
                mapper.appendAnnotationIntrospector(new Jackson3Ids(ids));
            }
        };
    }

    @Override
    public @Nullable Object findSerializer(MapperConfig<?> config, Annotated property) {
        PublicId mark = property.getAnnotation(PublicId.class);
        if (mark != null) {
            return new Jackson3PublicId.Writer(ids.publicIds(mark, property.getRawType(), property));
        }
        return ids.isText(property::hasAnnotation, property.getRawType(), content(property), property)
                ? ToStringSerializer.instance
                : null;
    }

    @Override
    public @Nullable Object findDeserializer(MapperConfig<?> config, Annotated property) {
        PublicId mark = property.getAnnotation(PublicId.class);
        if (mark == null) {
            return null;
        }
        Class<?> type = property instanceof AnnotatedMethod setter && setter.getParameterCount() == 1
                ? setter.getRawParameterType(0)
                : property.getRawType();
        return new Jackson3PublicId.Reader(ids.publicIds(mark, type, property), type);
    }

    @Override
    public @Nullable Object findContentSerializer(MapperConfig<?> config, Annotated property) {
        return ids.isTexts(property::hasAnnotation, content(property)) ? ToStringSerializer.instance : null;
    }

    private static @Nullable Class<?> content(Annotated property) {
        JavaType type = property.getType(); // null for a constructor
        JavaType content = type == null ? null : type.getContentType();
        return content == null ? null : content.getRawClass();
    }
}
