package io.snowkeeper.springtest.r2dbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowkeeper.spring.transaction.TransactionNumbers;
import io.snowkeeper.springtest.Applications;
import io.snowkeeper.springtest.OnlyInFullOnSpring6;
import io.snowkeeper.springtest.RealNode;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.transaction.ReactiveTransactionManager;
import org.springframework.transaction.reactive.TransactionalOperator;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Repositories of Spring Data R2DBC, whose ids come from a node. */
@OnlyInFullOnSpring6
class R2dbcIT {

    @TempDir
    private Path folder;

    @Test
    void entitiesGetIdsAndKeepThem() throws Exception {
        try (RealNode node = RealNode.start(folder);
                ConfigurableApplicationContext application =
                        Applications.startReactive(R2dbcApplication.class, "snowkeeper.servers=" + node.servers())) {
            application
                    .getBean(DatabaseClient.class)
                    .sql("create table line (id bigint primary key, text varchar(20));"
                            + "create table event (id uuid primary key, text varchar(20))")
                    .then()
                    .block();
            Lines lines = application.getBean(Lines.class);

            List<Line> saved = Flux.range(0, 200)
                    .flatMap(i -> lines.save(new Line(null, "text")))
                    .collectList()
                    .block();
            assertThat(new HashSet<>(saved.stream().map(Line::id).toList()))
                    .hasSize(200)
                    .allMatch(id -> id > 0);
            assertThat(lines.count().block()).isEqualTo(200);
            Line changed = new Line(saved.get(0).id(), "other");
            assertThat(lines.save(changed).block()).isEqualTo(changed);
            assertThat(lines.count().block()).isEqualTo(200);

            Event event = application
                    .getBean(Events.class)
                    .save(new Event(null, "text"))
                    .block();
            assertThat(event.id()).isNotNull();
        }
    }

    @Test
    void aReactiveTransactionHasNoNumbers() throws Exception {
        try (RealNode node = RealNode.start(folder);
                ConfigurableApplicationContext application =
                        Applications.startReactive(R2dbcApplication.class, "snowkeeper.servers=" + node.servers())) {
            TransactionNumbers numbers = application.getBean(TransactionNumbers.class);
            TransactionalOperator transaction =
                    TransactionalOperator.create(application.getBean(ReactiveTransactionManager.class));
            assertThatThrownBy(() -> Mono.fromCallable(() -> numbers.next("invoices"))
                            .as(transaction::transactional)
                            .block())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage(
                            "the thread must have a transaction, which the number goes with: call it from a method with @Transactional, not a reactive one: sequence=invoices");
        }
    }
}
