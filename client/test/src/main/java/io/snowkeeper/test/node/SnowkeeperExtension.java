package io.snowkeeper.test.node;

import io.snowkeeper.client.SnowkeeperClient;
import io.snowkeeper.core.api.Ids;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * An extension of JUnit that runs a node for a test class: {@code @ExtendWith(SnowkeeperExtension.class)}. Tests, and constructors and
 * methods of the life cycle, may have parameters of the types {@link LocalNode}, {@link SnowkeeperClient} and {@link Ids}: the node, and
 * a client of it. Both start when they are first asked for, and end with the
 * class.
 */
public final class SnowkeeperExtension implements ParameterResolver, AfterAllCallback {

    private static final Namespace NAMESPACE = Namespace.create(SnowkeeperExtension.class);

    /** A node and its client. */
    private record Running(LocalNode node, SnowkeeperClient client) {

        static Running start() {
            try {
                LocalNode node = LocalNode.start();
                return new Running(node, node.newClient());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted while the node started", e);
            }
        }

        void close() {
            client.close();
            node.close();
        }
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        return type == LocalNode.class || type == SnowkeeperClient.class || type == Ids.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        Running running = running(context);
        return parameter.getParameter().getType() == LocalNode.class ? running.node() : running.client();
    }

    /** Those that run in parallel share one. */
    private synchronized Running running(ExtensionContext context) {
        // That of the outermost class, so that nested ones share it.
        ExtensionContext owner = context;
        while (owner.getParent().isPresent()
                && owner.getParent().get().getTestClass().isPresent()) {
            owner = owner.getParent().get();
        }
        Running running = owner.getStore(NAMESPACE).get(Running.class, Running.class);
        if (running == null) {
            running = Running.start();
            owner.getStore(NAMESPACE).put(Running.class, running);
        }
        return running;
    }

    @Override
    public void afterAll(ExtensionContext context) {
        Running running = context.getStore(NAMESPACE).remove(Running.class, Running.class);
        if (running != null) {
            running.close();
        }
    }
}
