package io.snowkeeper.spring.id;

import io.snowkeeper.core.api.Ids;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.data.mapping.PersistentEntity;
import org.springframework.data.mapping.PersistentProperty;
import org.springframework.data.mapping.context.MappingContext;
import org.springframework.data.mapping.model.EntityInstantiators;
import org.springframework.data.mapping.model.InstantiationAwarePropertyAccessor;

/** The ids that entities of Spring Data lack before they are inserted. Thread-safe. */
final class MissingIds {

    private final MappingContext<? extends PersistentEntity<?, ?>, ? extends PersistentProperty<?>> entities;
    private final EntityInstantiators instantiators = new EntityInstantiators();
    private final Map<Class<?>, Optional<EntityIds>> kinds = new ConcurrentHashMap<>();

    MissingIds(MappingContext<? extends PersistentEntity<?, ?>, ? extends PersistentProperty<?>> entities) {
        this.entities = entities;
    }

    /** Returns whether an entity has an id with {@link SnowkeeperId}, and it is null or the number 0 of a primitive. */
    boolean lacksId(Object entity) {
        PersistentEntity<?, ?> type = entities.getRequiredPersistentEntity(entity.getClass());
        if (kind(type).isEmpty()) {
            return false;
        }
        PersistentProperty<?> property = type.getRequiredIdProperty();
        Object id = type.getPropertyAccessor(entity).getProperty(property);
        return id == null || (property.getType().isPrimitive() && ((Number) id).longValue() == 0);
    }

    /** Returns the entity with an id: itself, or a copy if it cannot be changed. */
    <T> T withId(T entity, Ids ids) {
        PersistentEntity<?, ?> type = entities.getRequiredPersistentEntity(entity.getClass());
        Object id = kind(type).orElseThrow().next(ids);
        var accessor =
                new InstantiationAwarePropertyAccessor<>(entity, bean -> type.getPropertyAccessor(bean), instantiators);
        accessor.setProperty(type.getRequiredIdProperty(), id);
        return accessor.getBean();
    }

    private Optional<EntityIds> kind(PersistentEntity<?, ?> type) {
        return kinds.computeIfAbsent(type.getType(), key -> kindOf(type.getIdProperty()));
    }

    private static Optional<EntityIds> kindOf(@Nullable PersistentProperty<?> property) {
        return property == null || !property.isAnnotationPresent(SnowkeeperId.class)
                ? Optional.empty()
                : Optional.of(EntityIds.of(
                        property.getType(),
                        "%s.%s".formatted(property.getOwner().getType().getName(), property.getName())));
    }
}
