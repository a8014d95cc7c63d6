package io.snowkeeper.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class PrintableTextTest {

    private static final Pattern ACTING = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}]");

    @Test
    void ofNoCodePointAnythingIsLeftThatActs() {
        List<String> wrong = new ArrayList<>();
        for (int codePoint = 0; codePoint <= Character.MAX_CODE_POINT; codePoint++) {
            String text = "a" + Character.toString(codePoint) + "b";
            String safe = PrintableText.of(text);
            if (ACTING.matcher(safe).find()
                    || safe.equals(text) == ACTING.matcher(text).find()) {
                wrong.add("U+%X".formatted(codePoint));
            }
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void whatActsIsWrittenByItsNumber() {
        assertThat(PrintableText.of("\u001b]0;title\u0007\n\u009b2J\u007f"))
                .isEqualTo("\\u001b]0;title\\u0007\\u000a\\u009b2J\\u007f");
        assertThat(PrintableText.of("exe.\u202etxt\u200b\u2028\u2029"))
                .isEqualTo("exe.\\u202etxt\\u200b\\u2028\\u2029");
    }

    @Test
    void whatIsBeyondSixteenBitsIsWrittenByBothOfItsUnits() {
        assertThat(PrintableText.of(Character.toString(0xE0041))).isEqualTo("\\udb40\\udc41");
    }

    @Test
    void halfASurrogatePairIsWrittenByItsNumber() {
        assertThat(PrintableText.of("a\ud83db")).isEqualTo("a\\ud83db");
        assertThat(PrintableText.of("\udc00\ud800")).isEqualTo("\\udc00\\ud800");
    }

    @Test
    void whatPeopleWriteStaysAsItIs() {
        String text = "Zürich, 東京, naïve \\ \"quoted\" \ud83d\ude00";
        assertThat(PrintableText.of(text)).isSameAs(text);
    }

    @Test
    void aLongTextIsCutWhereNoCharacterIsCutInTwo() {
        assertThat(PrintableText.of("abc", 3)).isEqualTo("abc");
        assertThat(PrintableText.of("abcd", 3)).isEqualTo("abc...");
        assertThat(PrintableText.of("ab\ud83d\ude00", 3)).isEqualTo("ab...");
        assertThat(PrintableText.of("a\nbc", 2)).isEqualTo("a\\u000a...");
    }
}
