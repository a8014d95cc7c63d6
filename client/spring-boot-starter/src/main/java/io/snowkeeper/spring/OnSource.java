package io.snowkeeper.spring;

import io.snowkeeper.spring.SnowkeeperProperties.Source;
import java.util.List;
import java.util.Map;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.util.ClassUtils;

/**
 * The condition that the settings name a certain source of ids, and no other. Where an application is processed ahead of time without them, it
 * is a member of a fleet if it has the classes for that, else a client.
 */
abstract class OnSource extends SpringBootCondition {

    /** Set by Spring while it processes an application ahead of time. */
    private static final String AOT_PROCESSING = "spring.aot.processing";

    private static final String EMBEDDED = "io.snowkeeper.embedded.LeasedIds";

    private final Source wanted;

    private OnSource(Source wanted) {
        this.wanted = wanted;
    }

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        Binder binder = Binder.get(context.getEnvironment());
        Source source = new SnowkeeperProperties(
                        binder.bind("snowkeeper.servers", Bindable.listOf(String.class))
                                .orElse(List.of()),
                        binder.bind("snowkeeper.zookeeper", String.class).orElse(""),
                        Map.of(),
                        null)
                .source();
        if (source == Source.NEITHER && Boolean.getBoolean(AOT_PROCESSING)) {
            // The setting comes when the application runs, and the choice is made for good now.
            source = ClassUtils.isPresent(EMBEDDED, context.getClassLoader()) ? Source.ZOOKEEPER : Source.SERVERS;
        }
        return new ConditionOutcome(
                source == wanted,
                ConditionMessage.forCondition("source of ids").because("the settings name " + source));
    }

    /** That is {@code snowkeeper.servers}. */
    static final class Servers extends OnSource {
        Servers() {
            super(Source.SERVERS);
        }
    }

    /** That is {@code snowkeeper.zookeeper}. */
    static final class ZooKeeper extends OnSource {
        ZooKeeper() {
            super(Source.ZOOKEEPER);
        }
    }
}
