package io.snowkeeper.core.business;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NumberFormatTest {

    @ParameterizedTest
    @CsvSource({
        "RE-{yyyy}-{n:000000},          2026,       17,                  RE-2026-000017",
        "RE-{yyyy}-{n:000000},          2026,       12345678,            RE-2026-12345678",
        "{yy}/{q} {n},                  2026-Q4,    0,                   26/4 0",
        "{MM}.{yyyy}.{n:0000},          2026-11,    42,                  11.2026.0042",
        "{yyyy}{MM}{dd}{n:0},           2024-02-29, 9223372036854775807, 202402299223372036854775807",
        "{q}{yyyy}-{MM}: {n},           2026-11,    1,                   42026-11: 1",
        "A{n}B,                         ,           5,                   A5B",
        "1{n}1,                         ,           1,                   111",
        "{{{n}}},                       ,           7,                   {7}",
        "№ {n:000},                     ,           7,                   № 007",
        "{n}{luhn},                     ,           7992739871,          79927398713",
        "{n}{verhoeff},                 ,           236,                 2363",
        "213800WSGIIZCXF1P{n}{mod97},   ,           5,                   213800WSGIIZCXF1P572",
        "{n}-{luhn}{verhoeff}/{mod97},  ,           1,                   1-84/31"
    })
    void aTextIsWrittenAndReadBack(String pattern, String period, long number, String text) {
        NumberFormat format = NumberFormat.of(pattern);
        BusinessNumber value = new BusinessNumber(Optional.ofNullable(period).map(Period::parse), number);

        assertThat(format.format(value)).isEqualTo(text);
        assertThat(format.parse(text)).isEqualTo(value);
    }

    @Test
    void whatIsWrittenInAnyFormatIsReadBackAndNothingElseIsReadAsTheSame() {
        SplittableRandom random = new SplittableRandom(20);
        for (int i = 0; i < 20_000; i++) {
            NumberFormat format = anyFormat(random);
            BusinessNumber number = new BusinessNumber(
                    format.periodLength().map(length -> anyPeriod(length, random)),
                    random.nextLong() >>> (1 + random.nextInt(63)));
            String text = format.format(number);

            assertThat(format.parse(text)).as("%s: %s", format, text).isEqualTo(number);
            String changed = changed(text, random);
            try {
                assertThat(format.format(format.parse(changed))).isEqualTo(changed);
            } catch (IllegalArgumentException e) {
                assertThat(e).hasMessageEndingWith("text=" + changed);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"RE-{yyyy}-{n:000000}-{mod97}", "RE-{yyyy}-{n:000000}-{luhn}", "RE-{yyyy}-{n:000000}-{verhoeff}"
            })
    void aTextWithOneWrongDigitIsNotRead(String pattern) {
        NumberFormat format = NumberFormat.of(pattern);
        String text = format.format(BusinessNumber.of(Period.parse("2026"), 4711));
        for (int place = 0; place < text.length(); place++) {
            for (char digit = '0'; digit <= '9'; digit++) {
                if (Character.isDigit(text.charAt(place)) && text.charAt(place) != digit) {
                    String wrong = text.substring(0, place) + digit + text.substring(place + 1);

                    assertThatIllegalArgumentException()
                            .isThrownBy(() -> format.parse(wrong))
                            .withMessageContaining("one of the digits here or before is wrong");
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "RE-{yyyy} | a format must have the number once, as {n} or {n:0000}: format=RE-{yyyy}",
                "{n}-{n:00} | a format must have the number once, as {n} or {n:0000}: format={n}-{n:00}",
                "{n}{n} | a format must have {n} once: format={n}{n}",
                "{luhn}{n} | {luhn} covers what stands before it, and must stand after the number: format={luhn}{n}",
                "{n}{MM} | a format with a date must have its year, as {yyyy} or {yy}, once: format={n}{MM}",
                "{n}{yy}{yyyy} | a format with a date must have its year, as {yyyy} or {yy}, once: format={n}{yy}{yyyy}",
                "{yyyy}{dd}{n} | a format with {dd} must have {MM}: format={yyyy}{dd}{n}",
                "{n:} | the number's digits are given by 1 to 19 zeros, as in {n:0000}: {n:}",
                "{n:0001} | the number's digits are given by 1 to 19 zeros, as in {n:0000}: {n:0001}",
                "{n:00000000000000000000} | the number's digits are given by 1 to 19 zeros, as in {n:0000}: {n:00000000000000000000}"
            })
    void aFormatThatIsNoneIsRefusedAndSaysWhatItMustHave(String pattern, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> NumberFormat.of(pattern))
                .withMessage(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{n}{mm} | has an unknown field, {mm}",
                "{n}} | has a \"}\" that ends no field, at place 4",
                "RE{n | has a \"{\" without its \"}\", at place 3"
            })
    void aFieldThatThereIsNotIsRefusedWithThoseThatThereAre(String pattern, String problem) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> NumberFormat.of(pattern))
                .withMessage(
                        "a format's fields are {yyyy}, {yy}, {q}, {MM}, {dd}, {n} or {n:0000}, {mod97}, {luhn}, {verhoeff};"
                                + " a brace itself is {{ or }}; this one " + problem + ": format=" + pattern);
    }

    @Test
    void aFormatIsPrintableAndOf64LettersAtTheMost() {
        assertThat(NumberFormat.of("x".repeat(61) + "{n}").format(BusinessNumber.of(1)))
                .hasSize(62);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> NumberFormat.of("x".repeat(62) + "{n}"))
                .withMessage("a format must have at most 64 letters: length=65");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> NumberFormat.of("a\u202eb{n}"))
                .withMessage("a format must be of letters that can be printed: format=a\\u202eb{n}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{n} | YEAR | numbers of a sequence with the period year must name it, and no shorter one, by the fields {yyyy}: format={n}",
                "{yyyy}{n} | QUARTER | numbers of a sequence with the period quarter must name it, and no shorter one, by the fields {yyyy} and {q}: format={yyyy}{n}",
                "{yyyy}{q}{n} | MONTH | numbers of a sequence with the period month must name it, and no shorter one, by the fields {yyyy} and {MM}: format={yyyy}{q}{n}",
                "{yyyy}{MM}{n} | DAY | numbers of a sequence with the period day must name it, and no shorter one, by the fields {yyyy}, {MM} and {dd}: format={yyyy}{MM}{n}",
                "{yyyy}{MM}{n} | YEAR | numbers of a sequence with the period year must name it, and no shorter one, by the fields {yyyy}: format={yyyy}{MM}{n}",
                "{yyyy}{n} | | numbers of a sequence without a period have no date: leave out the fields of the year, or create the sequence with a period: format={yyyy}{n}"
            })
    void aFormatNamesThePeriodOfItsSequenceAndNoOther(String pattern, PeriodLength length, String message) {
        NumberFormat format = NumberFormat.of(pattern);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> format.requirePeriod(Optional.ofNullable(length)))
                .withMessage(message);
    }

    @Test
    void twoDigitsOfAYearTellTheYears2000To2099() {
        NumberFormat format = NumberFormat.of("{yy}-{n}");

        assertThat(format.parse("00-1")).isEqualTo(BusinessNumber.of(Period.parse("2000"), 1));
        assertThat(format.parse("99-1")).isEqualTo(BusinessNumber.of(Period.parse("2099"), 1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> format.format(BusinessNumber.of(Period.parse("2100"), 1)))
                .withMessage("{yy} stands for the years 2000 to 2099, use {yyyy}: year=2100, format={yy}-{n}");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> format.format(BusinessNumber.of(Period.parse("1999"), 1)))
                .withMessage("{yy} stands for the years 2000 to 2099, use {yyyy}: year=1999, format={yy}-{n}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "RE-2026-0017 | the text has its end at place 13; expected a number of at least 6 digits from place 9",
                "RF-2026-000017 | the text has \"F\" at place 2; expected \"RE-\" from place 1",
                "RE-20x6-000017 | the text has \"x\" at place 6; expected a year, 0001 to 9999 from place 4",
                "RE-2026-0000017 | the text has \"0\" at place 9; expected a number without that 0 before it",
                "RE-2026-000017 A | the text has \" \" at place 15; expected a number of at least 6 digits from place 9",
                "RE-2026-99999999999999999999 | the text has \"9\" at place 9; expected a number of at most 19 digits, and the rest of the format",
                "RE-2026-9999999999999999999 | the text has \"9\" at place 9; expected a number of at most 9223372036854775807",
                "RE-0000-000017 | there is no such year: year=0, month=1"
            })
    void aTextThatIsNoneOfItsNumbersIsRefusedAtItsPlace(String text, String problem) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> NumberFormat.of("RE-{yyyy}-{n:000000}").parse(text))
                .withMessage(problem + (problem.startsWith("there") ? ", text=" : ": text=") + text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "2026-4-11-31 1 | there is no such day: year=2026, month=11, day=31, text=2026-4-11-31 1",
                "2026-1-02-29 1 | there is no such day: year=2026, month=2, day=29, text=2026-1-02-29 1",
                "2026-4-13-01 1 | there is no such day: year=2026, month=13, day=1, text=2026-4-13-01 1",
                "2026-3-11-30 1 | 2026-11-30 is not in quarter 3: text=2026-3-11-30 1"
            })
    void aDayThatIsNoneIsRefused(String text, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> NumberFormat.of("{yyyy}-{q}-{MM}-{dd} {n}").parse(text))
                .withMessage(message);
    }

    @Test
    void wrongCheckDigitsAreToldFromALetterThatIsNoDigit() {
        NumberFormat format = NumberFormat.of("{n:000}-{mod97}");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> format.parse("017-00"))
                .withMessage("the text has \"0\" at place 5; expected other check digits, {mod97}:"
                        + " one of the digits here or before is wrong: text=017-00");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> format.parse("017-0x"))
                .withMessage("the text has \"x\" at place 6; expected check digits, {mod97} from place 5: text=017-0x");
    }

    @Test
    void aTextOfSomebodyElseIsShownInPartAndWithoutWhatATerminalActsOn() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> NumberFormat.of("{n}").parse("\u001b[2J" + "x".repeat(1_000)))
                .withMessageContaining("text=\\u001b[2Jx")
                .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(300));
    }

    private static NumberFormat anyFormat(SplittableRandom random) {
        List<String> fields = new ArrayList<>(
                switch (random.nextInt(5)) {
                    case 0 -> List.<String>of();
                    case 1 -> List.of("{yyyy}");
                    case 2 -> List.of("{yy}", "{q}");
                    case 3 -> List.of("{yyyy}", "{MM}");
                    default -> List.of("{q}", "{yy}", "{MM}", "{dd}");
                });
        fields.add(
                random.nextInt(fields.size() + 1),
                random.nextBoolean() ? "{n}" : "{n:" + "0".repeat(1 + random.nextInt(5)) + "}");
        List.of("{mod97}", "{luhn}", "{verhoeff}").stream()
                .filter(check -> random.nextInt(3) == 0)
                .forEach(fields::add);
        StringBuilder pattern = new StringBuilder();
        for (String field : fields) {
            pattern.append(List.of("", "-", "7", "}}").get(random.nextInt(4))).append(field);
        }
        return NumberFormat.of(pattern.toString());
    }

    private static Period anyPeriod(PeriodLength length, SplittableRandom random) {
        LocalDate day = LocalDate.of(2000, 1, 1).plusDays(random.nextInt(36_525));
        return new Period(length, length.firstDay(day));
    }

    private static String changed(String text, SplittableRandom random) {
        int place = random.nextInt(text.length());
        String other = List.of("", "0", "1", "9", "-", "77").get(random.nextInt(6));
        return text.substring(0, place) + other + text.substring(place + 1);
    }
}
