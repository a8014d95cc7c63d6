package io.snowkeeper.spring.id;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.core.api.Ids;
import io.snowkeeper.core.text.PublicIds;
import io.snowkeeper.spring.NumberSequences;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.EnumSet;
import java.util.Map;
import java.util.function.Supplier;
import org.hibernate.engine.config.spi.ConfigurationService;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.generator.AnnotationBasedGenerator;
import org.hibernate.generator.BeforeExecutionGenerator;
import org.hibernate.generator.EventType;
import org.hibernate.generator.EventTypeSets;
import org.hibernate.generator.GeneratorCreationContext;
import org.hibernate.mapping.PersistentClass;
import org.jspecify.annotations.Nullable;

/**
 * The generator behind {@link SnowkeeperId} in Hibernate 6.6 and 7, which makes it by itself. The id is known before the row is inserted, so that
 * inserts stay batches.
 */
public final class HibernateIdGenerator implements BeforeExecutionGenerator, AnnotationBasedGenerator<SnowkeeperId> {

    /** The name under which a persistence unit's settings hold a {@link Supplier} of the {@link Ids}. */
    public static final String IDS = "io.snowkeeper.ids";

    /** The name under which they hold a {@link Supplier} of the {@link NumberSequences}. */
    public static final String SEQUENCES = "io.snowkeeper.sequences";

    /** The name under which they hold a {@link Supplier} of the {@link PublicIds}. */
    public static final String PUBLIC_IDS = "io.snowkeeper.public-ids";

    /** The names by the type of the value. */
    static final Map<Class<?>, String> SETTINGS =
            Map.of(Ids.class, IDS, NumberSequences.class, SEQUENCES, PublicIds.class, PUBLIC_IDS);

    private static final long serialVersionUID = 1L;

    private transient @Nullable EntityIds ids;

    /** For Hibernate. */
    public HibernateIdGenerator() {}

    /**
     * Learns which property it is for.
     *
     * @throws IllegalArgumentException if there are no such ids for the property
     * @throws IllegalStateException if the persistence unit has no source of ids
     */
    @Override
    public void initialize(SnowkeeperId annotation, Member member, GeneratorCreationContext context) {
        PersistentClass entity = context.getPersistentClass(); // null for a part of a composite id
        String property = "%s.%s"
                .formatted(
                        entity == null ? member.getDeclaringClass().getName() : entity.getClassName(),
                        member.getName());
        Class<?> type = type(member, context);
        ids = EntityIds.of(annotation, type, property, new Settings(context));
    }

    /**
     * The member has the type, but for a superclass's type variable. For a part of a composite id, the context has no
     * property, or the whole.
     */
    private static Class<?> type(Member member, GeneratorCreationContext context) {
        Type declared =
                member instanceof Method getter ? getter.getGenericReturnType() : ((Field) member).getGenericType();
        return declared instanceof Class<?> known
                ? known
                : context.getProperty().getType().getReturnedClass();
    }

    /** The settings of a persistence unit. */
    private record Settings(GeneratorCreationContext context) implements IdSources {
        @Override
        @SuppressWarnings("unchecked")
        public <T> Supplier<T> of(Class<T> type, String property) {
            String setting = requireNonNull(SETTINGS.get(type));
            Object source = requireNonNull(context.getServiceRegistry().getService(ConfigurationService.class))
                    .getSettings()
                    .get(setting);
            if (!(source instanceof Supplier<?> supplier)) {
                throw new IllegalStateException(
                        "the settings of the persistence unit must have %s, a Supplier<%s>, for @SnowkeeperId: %s"
                                .formatted(setting, type.getSimpleName(), property));
            }
            return (Supplier<T>) supplier;
        }
    }

    @Override
    public Object generate(
            SharedSessionContractImplementor session,
            Object owner,
            @Nullable Object currentValue,
            EventType eventType) {
        if (currentValue == null || (currentValue instanceof Number number && number.longValue() == 0)) {
            return requireNonNull(ids).next();
        }
        return currentValue;
    }

    @Override
    public EnumSet<EventType> getEventTypes() {
        return EventTypeSets.INSERT_ONLY;
    }
}
