package io.snowkeeper.core.business;

import io.snowkeeper.core.business.FormatPart.Counted;
import io.snowkeeper.core.business.FormatPart.Dated;
import io.snowkeeper.core.business.FormatPart.Literal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The fixed letters of a format's texts, before the number and after it.
 *
 * @param before from the first letter on, up to the number
 * @param after from the last letter on, back to the number
 * @param dates the fields of a date, each with its place
 */
record FormatLetters(List<Character> before, List<Character> after, List<String> dates) {

    /** Stands for any digit. No format has this letter: it cannot be printed. */
    private static final char DIGIT = 0;

    static FormatLetters of(List<FormatPart> parts) {
        List<Character> before = new ArrayList<>();
        List<Character> after = new ArrayList<>();
        List<String> dates = new ArrayList<>();
        List<Character> letters = before;
        for (FormatPart part : parts) {
            if (part instanceof Counted) {
                letters = after;
                continue;
            }
            if (part instanceof Dated dated) {
                dates.add((letters == before ? "before " : "after ") + letters.size() + dated.field());
            }
            String text = part instanceof Literal literal
                    ? literal.text()
                    : String.valueOf(DIGIT).repeat(part.width());
            for (int i = 0; i < text.length(); i++) {
                letters.add(text.charAt(i));
            }
        }
        Collections.reverse(after);
        return new FormatLetters(before, after, dates);
    }

    /** Either no text is of both, or one that is has its number and its date at the same place. */
    boolean tellsApart(FormatLetters other) {
        return differ(before, other.before)
                || differ(after, other.after)
                || (before.size() == other.before.size()
                        && after.size() == other.after.size()
                        && dates.equals(other.dates));
    }

    /** Compares up to the shorter one's end, which a digit of the number follows. */
    private static boolean differ(List<Character> one, List<Character> other) {
        for (int i = 0; i <= Math.min(one.size(), other.size()); i++) {
            if (differ(letter(one, i), letter(other, i))) {
                return true;
            }
        }
        return false;
    }

    private static char letter(List<Character> letters, int index) {
        return index < letters.size() ? letters.get(index) : DIGIT;
    }

    private static boolean differ(char one, char other) {
        if (one == DIGIT || other == DIGIT) {
            return !isDigit(one) || !isDigit(other);
        }
        return one != other;
    }

    private static boolean isDigit(char letter) {
        return letter == DIGIT || (letter >= '0' && letter <= '9');
    }
}
