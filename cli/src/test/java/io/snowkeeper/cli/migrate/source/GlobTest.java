package io.snowkeeper.cli.migrate.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GlobTest {

    @ParameterizedTest
    @CsvSource({
        "public.*, public.orders_id_seq",
        "*, a b/c",
        "*_seq, x_seq",
        "orders-?, orders-7",
        "orders-[0-9], orders-7",
        "orders-[^a-z], orders-7",
        "a[.^]b, a^b",
        "a\\*b, a*b",
        "a.b(c), a.b(c)",
        "a\\, a\\"
    })
    void aKeyOfThePatternMatches(String pattern, String key) {
        assertThat(new Glob(pattern).matches(key)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "public.*, publicXorders",
        "orders, orders_id",
        "*_seq, x_seqs",
        "orders-?, orders-77",
        "orders-[0-9], orders-x",
        "orders-[^a-z], orders-x",
        "a\\*b, axb",
        "a[.]b, axb"
    })
    void anotherKeyDoesNot(String pattern, String key) {
        assertThat(new Glob(pattern).matches(key)).isFalse();
    }

    @Test
    void aKeyMayHaveMoreThanOneLine() {
        assertThat(new Glob("a*b").matches("a\nb")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a[b", "a[]b", "a[^]"})
    void aBracketThatIsNotClosedOrIsEmptyIsRefused(String pattern) {
        assertThatThrownBy(() -> new Glob(pattern))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("must have characters between [ and ], or \\[ for a bracket: match=" + pattern);
    }
}
