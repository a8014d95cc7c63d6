package io.snowkeeper.springtest.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.springtest.Applications;
import io.snowkeeper.springtest.OnlyInFullOnSpring6;
import io.snowkeeper.springtest.RealNode;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

/** Repositories of Spring Data JDBC, whose ids come from a node. */
@OnlyInFullOnSpring6
class JdbcIT {

    @TempDir
    private Path folder;

    @Test
    void aggregatesGetIdsAndKeepThem() throws Exception {
        try (RealNode node = RealNode.start(folder);
                ConfigurableApplicationContext application =
                        Applications.start(JdbcApplication.class, "snowkeeper.servers=" + node.servers())) {
            application
                    .getBean(JdbcTemplate.class)
                    .execute("create table line (id bigint primary key, text varchar(20));"
                            + "create table parcel (id varchar(20) primary key, text varchar(20))");
            Lines lines = application.getBean(Lines.class);
            Parcels parcels = application.getBean(Parcels.class);

            Line first = lines.save(new Line(null, "a"));
            Line second = lines.save(new Line(null, "b"));
            assertThat(first.id()).isPositive();
            assertThat(second.id()).isGreaterThan(first.id());
            Line changed = lines.save(new Line(first.id(), "c"));
            assertThat(lines.findAll()).containsExactlyInAnyOrder(changed, second);

            Parcel parcel = new Parcel();
            parcel.setText("a");
            assertThat(parcels.save(parcel)).isSameAs(parcel);
            assertThat(parcel.getId()).hasSize(13);
            assertThat(parcels.findById(parcel.getId())).isPresent();
        }
    }
}
