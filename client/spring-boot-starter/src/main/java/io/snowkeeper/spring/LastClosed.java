package io.snowkeeper.spring;

import java.util.ArrayDeque;
import java.util.Deque;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.DefaultSingletonBeanRegistry;

/**
 * The resources that are closed after all other beans of the application are destroyed. A web server drains and
 * listeners of messages stop before any bean is destroyed; but pools of threads and connections finish their work
 * meanwhile, and that work may need ids.
 *
 * <p>Beans are destroyed in the reverse order of their making. This one is made before any other, so it comes last; the
 * others need no declared dependency on it.
 */
public final class LastClosed implements BeanFactoryPostProcessor {

    private final Deque<AutoCloseable> opened = new ArrayDeque<>();

    LastClosed() {}

    @Override
    public void postProcessBeanFactory(ConfigurableListableBeanFactory beans) {
        if (!(beans instanceof DefaultSingletonBeanRegistry registry)) {
            throw new IllegalStateException(
                    "must be a DefaultSingletonBeanRegistry, whose order of destruction is known: "
                            + beans.getClass().getName());
        }
        registry.registerDisposableBean(LastClosed.class.getName() + "#last", this::closeAll);
    }

    /** Closes an object at the end, before those that were added earlier. */
    public synchronized <T extends AutoCloseable> T add(T closeable) {
        opened.push(closeable);
        return closeable;
    }

    private synchronized void closeAll() throws Exception {
        while (!opened.isEmpty()) {
            opened.pop().close();
        }
    }
}
