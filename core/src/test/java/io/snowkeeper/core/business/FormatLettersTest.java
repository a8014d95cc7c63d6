package io.snowkeeper.core.business;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whether two formats of one sequence could write two numbers alike. */
class FormatLettersTest {

    @ParameterizedTest
    @CsvSource({
        "A{n}, B{n}",
        "A{n}, A-{n}",
        "A{n}, {n}",
        "{n}A, {n}B",
        "{n}-A, {n}A",
        "A{n}, A{n:0000}",
        "A{n:0000}, A{n:000000}",
        "A{n}0, A{n}1",
        "A1{n}, A2{n}",
        "A{n}0, A{n}{luhn}",
        "{yyyy}-{n}, {yyyy}/{n}",
        "{yyyy}-{n}, {yyyy}-{n:0000}",
    })
    void theseTellNumbersApart(String one, String other) {
        assertThat(NumberFormat.of(one).tellsApart(NumberFormat.of(other))).isTrue();
        assertThat(NumberFormat.of(other).tellsApart(NumberFormat.of(one))).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "A{n}0, A{n}",
        "A1{n}, A{n}",
        "A{n}, A{n}{mod97}",
        "A{n}{luhn}, A{n}{mod97}",
        "20{yy}{n}, {yyyy}{n}",
        "{yyyy}{MM}{n}, {MM}{yyyy}{n}",
        "{yyyy}{n}, {n}{yyyy}",
    })
    void theseDoNot(String one, String other) {
        assertThat(NumberFormat.of(one).tellsApart(NumberFormat.of(other))).isFalse();
        assertThat(NumberFormat.of(other).tellsApart(NumberFormat.of(one))).isFalse();
    }

    @Test
    void whatIsToldApartHasNoTextInCommonThatIsOfTwoNumbers() {
        List<NumberFormat> formats = Stream.of(
                        "{n}",
                        "A{n}",
                        "A{n}0",
                        "0{n}",
                        "1{n}",
                        "{n}1",
                        "A{n:000}",
                        "{n:00}A",
                        "{n}{luhn}",
                        "1{n}1",
                        "{n}A")
                .map(NumberFormat::of)
                .toList();
        for (NumberFormat one : formats) {
            Map<String, Integer> texts = new HashMap<>();
            for (int number = 0; number < 3_000; number++) {
                texts.put(text(one, number), number);
            }
            for (NumberFormat other : formats) {
                if (one.tellsApart(other)) {
                    for (int number = 0; number < 3_000; number++) {
                        Integer former = texts.get(text(other, number));
                        assertThat(former == null || former == number)
                                .as("%s of %s and of %s", text(other, number), one, other)
                                .isTrue();
                    }
                }
            }
        }
    }

    private static String text(NumberFormat format, int number) {
        return format.format(BusinessNumber.of(number));
    }
}
