package io.snowkeeper.spring.id;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.StreamSupport;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.data.mapping.PersistentEntity;
import org.springframework.data.mapping.PersistentProperty;
import org.springframework.data.mapping.PersistentPropertyAccessor;
import org.springframework.data.mapping.context.MappingContext;
import org.springframework.data.mapping.model.EntityInstantiators;
import org.springframework.data.mapping.model.InstantiationAwarePropertyAccessor;
import org.springframework.data.util.Lazy;

/** The ids that entities of Spring Data lack before they are inserted. Thread-safe. */
final class MissingIds {

    private final ObjectProvider<? extends MappingContext<?, ?>> present;
    private final Lazy<MappingContext<?, ?>> entities;
    private final IdSources sources;
    private final EntityInstantiators instantiators = new EntityInstantiators();
    private final Map<Class<?>, List<Marked>> marked = new ConcurrentHashMap<>();

    /** A property with {@link SnowkeeperId}. */
    private record Marked(PersistentProperty<?> property, EntityIds ids) {

        /** Returns whether it is null, or the number 0 of a primitive. */
        boolean lacks(PersistentPropertyAccessor<?> entity) {
            Object value = entity.getProperty(property);
            return value == null || (property.getType().isPrimitive() && ((Number) value).longValue() == 0);
        }
    }

    MissingIds(ObjectProvider<? extends MappingContext<?, ?>> entities, IdSources sources) {
        this.present = entities;
        this.entities = Lazy.of(entities::getObject);
        this.sources = sources;
    }

    /**
     * Looks at all entities that are known by now.
     *
     * @throws IllegalArgumentException if one has a mark that cannot be used
     * @throws IllegalStateException if one needs keys that are not there
     */
    void requireUsableMarks() {
        present.ifAvailable(known -> known.getPersistentEntities()
                .forEach(type -> marked(type).forEach(mark -> mark.ids().requireUsable())));
    }

    /** Returns whether an entity has a property with {@link SnowkeeperId} that has no id yet. */
    boolean areIn(Object entity) {
        PersistentEntity<?, ?> type = entities.get().getRequiredPersistentEntity(entity.getClass());
        var accessor = type.getPropertyAccessor(entity);
        return marked(type).stream().anyMatch(mark -> mark.lacks(accessor));
    }

    /** Returns the entity with its ids: itself, or a copy if it cannot be changed. */
    <T> T filledIn(T entity) {
        PersistentEntity<?, ?> type = entities.get().getRequiredPersistentEntity(entity.getClass());
        var accessor =
                new InstantiationAwarePropertyAccessor<>(entity, bean -> type.getPropertyAccessor(bean), instantiators);
        for (Marked mark : marked(type)) {
            if (mark.lacks(accessor)) {
                accessor.setProperty(mark.property(), mark.ids().next());
            }
        }
        return accessor.getBean();
    }

    private List<Marked> marked(PersistentEntity<?, ?> type) {
        return marked.computeIfAbsent(
                type.getType(),
                key -> StreamSupport.stream(
                                type.getPersistentProperties(SnowkeeperId.class).spliterator(), false)
                        .<Marked>map(this::marked)
                        .toList());
    }

    private Marked marked(PersistentProperty<?> property) {
        SnowkeeperId mark = property.getRequiredAnnotation(SnowkeeperId.class);
        Class<?> type = property.getType();
        String name = "%s.%s".formatted(property.getOwner().getType().getName(), property.getName());
        return new Marked(property, EntityIds.of(mark, type, name, sources));
    }
}
