package io.snowkeeper.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

class LastClosedTest {

    private final List<String> order = new ArrayList<>();

    /** Stopped before any bean is destroyed, like web servers and listeners of messages. */
    private final class Listener implements SmartLifecycle {

        private boolean running;

        @Override
        public void start() {
            running = true;
        }

        @Override
        public void stop() {
            running = false;
            order.add("listener");
        }

        @Override
        public boolean isRunning() {
            return running;
        }
    }

    @Test
    void itComesAfterAllOtherBeansHoweverLateItWasMade() {
        CountDownLatch end = new CountDownLatch(1);
        try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
            context.registerBean("pool", DisposableBean.class, () -> () -> order.add("pool"));
            context.registerBean(Listener.class, () -> new Listener());
            context.registerBean(ThreadPoolTaskExecutor.class, () -> {
                ThreadPoolTaskExecutor executor = new ThreadPoolTaskExecutor();
                executor.setWaitForTasksToCompleteOnShutdown(true);
                executor.setAwaitTerminationSeconds(60);
                return executor;
            });
            context.registerBean(LastClosed.class);
            context.registerBean("client", AutoCloseable.class, () -> {
                LastClosed last = context.getBean(LastClosed.class);
                last.add(() -> order.add("client"));
                last.add(() -> order.add("settlement"));
                return () -> {};
            });
            context.refresh();
            context.getBean(ThreadPoolTaskExecutor.class).execute(() -> {
                try {
                    assertThat(end.await(1, TimeUnit.MINUTES)).isTrue();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                synchronized (order) {
                    order.add("task");
                }
            });
            context.registerBean("late", DisposableBean.class, () -> () -> {
                order.add("late");
                end.countDown();
            });
            context.getBean("late");
        }
        assertThat(order).endsWith("settlement", "client").contains("listener", "pool", "task", "late");
        assertThat(order.get(0)).isEqualTo("listener");
    }

    @Test
    void itComesWhenTheApplicationDoesNotStart() {
        try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
            context.registerBean(LastClosed.class);
            context.registerBean("client", AutoCloseable.class, () -> {
                context.getBean(LastClosed.class).add(() -> order.add("client"));
                return () -> {};
            });
            context.registerBean("failing", Object.class, () -> {
                throw new IllegalStateException("the application fails");
            });
            try {
                context.refresh();
            } catch (RuntimeException e) {
                order.add("refused");
            }
        }
        assertThat(order).containsExactly("client", "refused");
    }
}
