package io.snowkeeper.cli.migrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowkeeper.cli.migrate.NameRules.Rule;
import java.util.List;
import org.junit.jupiter.api.Test;

class NameRulesTest {

    @Test
    void withoutRulesTheNameIsTheKey() {
        assertThat(new NameRules(List.of()).apply("a/b")).isEqualTo("a/b");
    }

    @Test
    void textsAreReplacedWhereverTheyAreInTheOrderOfTheRules() {
        NameRules rules =
                new NameRules(List.of(Rule.parse("/=:"), Rule.parse("{="), Rule.parse("}="), Rule.parse("a==b")));

        assertThat(rules.apply("{x}/a=/y")).isEqualTo("x:b:y");
    }

    @Test
    void whatIsNoRuleIsRefused() {
        for (String text : new String[] {"", "a", "=b"}) {
            assertThatThrownBy(() -> Rule.parse(text))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("must be FROM=TO, such as /=: where FROM is not empty: replace=" + text);
        }
    }
}
