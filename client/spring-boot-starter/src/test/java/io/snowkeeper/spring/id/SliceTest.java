package io.snowkeeper.spring.id;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.core.api.Ids;
import io.snowkeeper.test.FakeIds;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.domain.EntityScan;
import org.springframework.boot.test.autoconfigure.orm.jpa.DataJpaTest;
import org.springframework.boot.test.autoconfigure.orm.jpa.TestEntityManager;
import org.springframework.context.annotation.Bean;

/** A test of an application's entities alone, with the application's fake. */
@DataJpaTest
class SliceTest {

    @SpringBootConfiguration
    @EntityScan(basePackageClasses = Order.class)
    static class Application {

        @Bean
        Ids ids() {
            return new FakeIds(100);
        }
    }

    @Test
    void entitiesGetTheIdsOfTheTest(@Autowired TestEntityManager entities) {
        assertThat(entities.persistAndFlush(new Order("a")).id()).isEqualTo(100);
    }

    @ParameterizedTest
    @CsvSource({
        "orm.jpa.AutoConfigureDataJpa, data.jpa.test.autoconfigure.AutoConfigureDataJpa, JpaIdsAutoConfiguration",
        "data.jdbc.AutoConfigureDataJdbc, data.jdbc.test.autoconfigure.AutoConfigureDataJdbc, JdbcIdsAutoConfiguration",
        "data.r2dbc.AutoConfigureDataR2dbc, data.r2dbc.test.autoconfigure.AutoConfigureDataR2dbc, R2dbcIdsAutoConfiguration"
    })
    void eachSliceHasItsIdsWithBothGenerationsOfSpringBoot(String boot3, String boot4, String configuration)
            throws IOException {
        for (String annotation :
                List.of("org.springframework.boot.test.autoconfigure." + boot3, "org.springframework.boot." + boot4)) {
            assertThat(imported(annotation))
                    .as(annotation)
                    .contains(
                            "io.snowkeeper.spring.id." + configuration,
                            "io.snowkeeper.spring.PublicIdsAutoConfiguration");
        }
    }

    /** Returns what Spring Boot imports, whether the annotation is there or not. */
    private List<String> imported(String annotation) throws IOException {
        List<String> lines = new ArrayList<>();
        for (URL file : Collections.list(
                getClass().getClassLoader().getResources("META-INF/spring/" + annotation + ".imports"))) {
            try (InputStream content = file.openStream()) {
                lines.addAll(new String(content.readAllBytes(), StandardCharsets.UTF_8)
                        .lines()
                        .toList());
            }
        }
        return lines;
    }
}
