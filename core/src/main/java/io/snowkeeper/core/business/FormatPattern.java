package io.snowkeeper.core.business;

import io.snowkeeper.core.text.PrintableText;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The reader of a format's pattern: text, and fields in braces. */
final class FormatPattern {

    private static final String FIELDS =
            "{yyyy}, {yy}, {q}, {MM}, {dd}, {n} or {n:0000}, {mod97}, {luhn}, {verhoeff}; a brace itself is {{ or }}";

    private final String pattern;
    private final List<FormatPart> parts = new ArrayList<>();
    private final StringBuilder literal = new StringBuilder();
    private int at;

    private FormatPattern(String pattern) {
        this.pattern = pattern;
    }

    /**
     * Returns the parts of a pattern.
     *
     * @throws IllegalArgumentException if it has a letter that is not seen, or a field that there is not
     */
    static List<FormatPart> parts(String pattern) {
        if (!PrintableText.of(pattern).equals(pattern)) {
            throw new IllegalArgumentException("a format must be of letters that can be printed: format="
                    + PrintableText.of(pattern, NumberFormat.MAX_LENGTH));
        }
        return new FormatPattern(pattern).read();
    }

    private List<FormatPart> read() {
        while (at < pattern.length()) {
            char letter = pattern.charAt(at);
            if (letter != '{' && letter != '}') {
                literal.append(letter);
                at++;
            } else if (pattern.startsWith(String.valueOf(letter).repeat(2), at)) {
                literal.append(letter);
                at += 2;
            } else if (letter == '{') {
                endLiteral();
                readField();
            } else {
                throw unknown("has a \"}\" that ends no field, at place " + (at + 1));
            }
        }
        endLiteral();
        return List.copyOf(parts);
    }

    private void endLiteral() {
        if (literal.length() > 0) {
            parts.add(new FormatPart.Literal(literal.toString()));
            literal.setLength(0);
        }
    }

    private void readField() {
        int end = pattern.indexOf('}', at);
        if (end < 0) {
            throw unknown("has a \"{\" without its \"}\", at place " + (at + 1));
        }
        FormatPart part = field(pattern.substring(at + 1, end));
        if (parts.contains(part)) {
            throw new IllegalArgumentException("a format must have %s once: format=%s"
                    .formatted(pattern.substring(at, end + 1), PrintableText.of(pattern)));
        }
        parts.add(part);
        at = end + 1;
    }

    private FormatPart field(String name) {
        if (name.equals("n")) {
            return new FormatPart.Counted(1);
        }
        if (name.startsWith("n:")) {
            return new FormatPart.Counted(digits(name.substring(2)));
        }
        return Stream.<FormatPart>concat(
                        Stream.of(DateField.values())
                                .filter(field -> field.text().equals(name))
                                .map(FormatPart.Dated::new),
                        Stream.of(CheckDigits.values())
                                .filter(check -> check.text().equals(name))
                                .map(FormatPart.Checked::new))
                .findFirst()
                .orElseThrow(() -> unknown("has an unknown field, {" + name + "}"));
    }

    private int digits(String zeros) {
        if (zeros.isEmpty() || zeros.length() > NumberFormat.MAX_DIGITS || !zeros.equals("0".repeat(zeros.length()))) {
            throw new IllegalArgumentException("the number's digits are given by 1 to %s zeros, as in {n:0000}: {n:%s}"
                    .formatted(NumberFormat.MAX_DIGITS, zeros));
        }
        return zeros.length();
    }

    private IllegalArgumentException unknown(String problem) {
        return new IllegalArgumentException("a format's fields are %s; this one %s: format=%s"
                .formatted(FIELDS, problem, PrintableText.of(pattern)));
    }
}
