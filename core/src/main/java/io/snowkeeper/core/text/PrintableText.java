package io.snowkeeper.core.text;

/**
 * Untrusted text, made safe to be shown: in a terminal, a line of a log, or an exception. Characters that a terminal or
 * a reader of lines would act on are written as <code>&#92;uXXXX</code> for each of their UTF-16 units: control
 * characters (C0, C1, delete), characters that are not seen and change how others are (Unicode's format characters,
 * such as those that turn the direction), the separators of lines and paragraphs, and surrogates without their other
 * half. All else stays as it is, a backslash too: the result is for people, not for a parser. Within JSON, though,
 * where these characters stand in strings alone, it is the same text escaped.
 */
public final class PrintableText {

    private static final String MORE = "...";

    private PrintableText() {}

    /** Returns the text without anything that acts. */
    public static String of(String text) {
        int at = firstUnsafe(text);
        if (at == text.length()) {
            return text;
        }
        StringBuilder safe = new StringBuilder(text.length() + 16).append(text, 0, at);
        while (at < text.length()) {
            int codePoint = text.codePointAt(at);
            int end = at + Character.charCount(codePoint);
            if (isSafe(codePoint)) {
                safe.append(text, at, end);
            } else {
                for (int i = at; i < end; i++) {
                    escape(text.charAt(i), safe);
                }
            }
            at = end;
        }
        return safe.toString();
    }

    /**
     * Returns the beginning of the text without anything that acts, and three dots where more was there.
     *
     * @param length how many UTF-16 units of the text are shown at the most, at least 0; where that would cut a character in two, one less
     */
    public static String of(String text, int length) {
        if (text.length() <= length) {
            return of(text);
        }
        boolean cutsInTwo = length > 0
                && Character.isHighSurrogate(text.charAt(length - 1))
                && Character.isLowSurrogate(text.charAt(length));
        return of(text.substring(0, cutsInTwo ? length - 1 : length)) + MORE;
    }

    private static int firstUnsafe(String text) {
        int at = 0;
        while (at < text.length()) {
            int codePoint = text.codePointAt(at);
            if (!isSafe(codePoint)) {
                return at;
            }
            at += Character.charCount(codePoint);
        }
        return at;
    }

    private static boolean isSafe(int codePoint) {
        if (codePoint >= ' ' && codePoint <= '~') {
            return true;
        }
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE -> false;
            default -> true;
        };
    }

    private static void escape(char unit, StringBuilder safe) {
        safe.append("\\u");
        for (int shift = 12; shift >= 0; shift -= 4) {
            safe.append(Character.forDigit((unit >> shift) & 0xf, 16));
        }
    }
}
