package io.snowkeeper.cli.migrate.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JdbcUrlTest {

    @Test
    void peopleAreToldOfItWithoutParameters() {
        assertThat(new JdbcUrl("jdbc:postgresql://db1:5432/shop?user=ann&sslmode=verify-full"))
                .hasToString("jdbc:postgresql://db1:5432/shop");
        assertThat(new JdbcUrl("jdbc:sqlserver://db1;user=ann")).hasToString("jdbc:sqlserver://db1");
    }

    @Test
    void onlyPostgreSqlsOwnIsTakenForPostgreSql() {
        assertThat(new JdbcUrl("jdbc:postgresql://db1/shop").isPostgreSql()).isTrue();
        assertThat(new JdbcUrl("jdbc:mysql://ann@db1/shop").isPostgreSql()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:postgresql://db1/shop?user=ann&password=s3cret",
                "jdbc:postgresql://db1/shop?PASSWORD=s3cret",
                "jdbc:postgresql://db1/shop?sslpassword=s3cret",
                "jdbc:mysql://ann:s3cret@db1/shop",
                "jdbc:mysql://db1,ann:s3cret@db2/shop",
                "jdbc:mysql://(host=db1,password=s3cret)/shop",
                "jdbc:mysql://(host=db1, password = s3cret)/shop",
                "jdbc:oracle:thin:ann/s3cret@//db1/shop",
                "jdbc:sqlserver://db1;password=s3cret"
            })
    void aPasswordInItIsRefusedAndNotRepeated(String url) {
        assertThatThrownBy(() -> new JdbcUrl(url))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "has a password, which all see who see the machine's processes: give --database-password-file");
    }
}
