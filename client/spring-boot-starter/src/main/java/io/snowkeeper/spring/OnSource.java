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

/** The condition that the settings name a certain source of ids, and no other. */
abstract class OnSource extends SpringBootCondition {

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
                        Map.of())
                .source();
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
