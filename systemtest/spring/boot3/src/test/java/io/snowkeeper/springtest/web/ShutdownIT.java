package io.snowkeeper.springtest.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowkeeper.core.api.ClosedException;
import io.snowkeeper.core.api.Ids;
import io.snowkeeper.springtest.Applications;
import io.snowkeeper.springtest.OnlyInFullOnSpring6;
import io.snowkeeper.springtest.RealNode;
import io.snowkeeper.springtest.web.WebApplication.Gate;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.event.ContextClosedEvent;

/** Ids are to be had until the application has finished its work. */
@OnlyInFullOnSpring6
class ShutdownIT {

    /** A bean that needs ids when it ends, without a declared dependency. */
    static final class Pool implements DisposableBean {

        private final Ids[] ids = new Ids[1];
        private final CompletableFuture<Long> last = new CompletableFuture<>();

        @Override
        public void destroy() {
            try {
                last.complete(ids[0].next());
            } catch (RuntimeException e) {
                last.completeExceptionally(e);
            }
        }
    }

    /** The application with such a pool, which is made before ids are. */
    @Configuration
    @Import(WebApplication.class)
    static class WithPool {

        @Bean
        Pool pool() {
            return new Pool();
        }
    }

    @TempDir
    private static Path folder;

    private static RealNode node;

    @BeforeAll
    static void start() throws Exception {
        node = RealNode.start(folder);
    }

    @AfterAll
    static void stop() {
        node.close();
    }

    static Stream<String> sources() {
        return Stream.of("snowkeeper.servers=" + node.servers(), "snowkeeper.zookeeper=" + node.zooKeeper());
    }

    @ParameterizedTest
    @MethodSource("sources")
    void requestsThatDrainAndPoolsThatEndGetIds(String source) throws Exception {
        ConfigurableApplicationContext application = Applications.serve(WithPool.class, source);
        Ids ids = application.getBean(Ids.class);
        Pool pool = application.getBean(Pool.class);
        pool.ids[0] = ids;
        Gate gate = application.getBean(Gate.class);
        CompletableFuture<Void> closing = new CompletableFuture<>();
        application.addApplicationListener((ApplicationListener<ContextClosedEvent>) event -> closing.complete(null));

        CompletableFuture<HttpResponse<String>> request = Http.to(application).getAsync("/id-later");
        assertThat(gate.entered.await(1, TimeUnit.MINUTES)).isTrue();
        CompletableFuture<Void> closed = CompletableFuture.runAsync(application::close);
        closing.get(1, TimeUnit.MINUTES);
        gate.open.countDown();

        assertThat(Long.parseLong(request.get(1, TimeUnit.MINUTES).body())).isPositive();
        assertThat(pool.last.get(1, TimeUnit.MINUTES)).isPositive();
        closed.get(1, TimeUnit.MINUTES);
        assertThatThrownBy(ids::next).isInstanceOf(ClosedException.class);
    }
}
