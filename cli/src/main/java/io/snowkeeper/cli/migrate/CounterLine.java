package io.snowkeeper.cli.migrate;

import io.snowkeeper.core.text.GivenText;
import io.snowkeeper.core.text.PrintableText;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The form of lines in which databases, spreadsheets and their tools print counters. */
final class CounterLine {

    private static final int SHOWN = 100;

    /**
     * A name and a value with a separator between.
     *
     * @param separator the text that marks a line of this form; empty for blanks, which any line may have
     */
    private record Form(String separator, Pattern line) {

        /**
         * Returns a form.
         *
         * @param border the optional text before the first field
         * @param more the optional text after the second one
         */
        static Form of(String separator, String border, String more) {
            String form = border + "(\\s*\"[^\"]*(?:\"\"[^\"]*)*\"\\s*|[^S]*+)[S]([^S]*+)" + more;
            return new Form(separator, Pattern.compile(form.replace("S", separator)));
        }
    }

    private static final String TWO_MORE = "(?:[S]([^S]*+))?(?:[S]([^S]*+))?";

    /** The first one whose separator is there decides: a decimal comma behind a tab separates nothing. */
    private static final List<Form> FORMS = List.of(
            Form.of("\t", "", TWO_MORE),
            Form.of("|", "(?:\\s*\\|)?", TWO_MORE + "(?:\\|\\s*)?"),
            Form.of(";", "", ""),
            // Not "orders 1,234", whose separator is ambiguous.
            new Form(
                    ",",
                    Pattern.compile(
                            "\\s*(\"[^\"]*(?:\"\"[^\"]*)*\"|(?![^,]*\\s-?\\d+\\s*,)[^,]*?)\\s*,\\s*([^,]*?)\\s*")),
            new Form("", Pattern.compile("\\s*(.*\\S)\\s+(\\S+)\\s*")));

    private static final Pattern INTEGER = Pattern.compile("-?[0-9]{1,19}");

    private static final Pattern NULL = Pattern.compile("(?i)null|\\(null\\)|\\[null]|<null>|\\\\N|");

    /** Lines of a table without letters, how many rows it has, in whichever language, and how long that took. */
    private static final Pattern NOTHING = Pattern.compile(
            "[^\\p{L}\\p{N}]*|\\(\\d+ \\p{L}+( \\p{L}+)*\\)|\\d+ rows? \\p{L}.*|Time: \\d+[.,]\\d+ ms.*");

    private CounterLine() {}

    /**
     * Reads all lines of a text, which is closed. A line that is none costs that line alone; so does a last one without an end, since a tool
     * that is killed leaves the first digits of a number.
     *
     * @throws IOException if it cannot be read to its end
     */
    static List<SourceKey> all(InputStream text) throws IOException {
        StringWriter all = new StringWriter();
        try (BufferedReader reader = GivenText.reader(text)) {
            reader.transferTo(all);
        }
        List<String> lines = all.toString().lines().toList();
        List<SourceKey> keys = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            if (i == lines.size() - 1 && !all.toString().endsWith("\n")) {
                keys.add(new SourceKey.Unreadable(
                        "line " + (i + 1),
                        "the last line must end with a newline: the text may have been cut off: "
                                + PrintableText.of(line.strip(), SHOWN)));
            } else {
                // The first one that has anything in it may be a header.
                read(i + 1, line, keys.isEmpty()).ifPresent(keys::add);
            }
        }
        return keys;
    }

    private static Optional<SourceKey> read(int number, String line, boolean first) {
        if (NOTHING.matcher(line.strip()).matches()) {
            return Optional.empty();
        }
        String place = "line " + number;
        String shown = PrintableText.of(line.strip(), SHOWN);
        Form form = FORMS.stream()
                .filter(any -> line.contains(any.separator()))
                .findFirst()
                .orElseThrow();
        Matcher parts = form.line().matcher(line);
        if (parts.matches() && !field(parts, 1).isEmpty()) {
            String name = field(parts, 1);
            String value = field(parts, 2);
            String third = field(parts, 3);
            if (value.equals("-") && !third.isEmpty()) {
                return Optional.of(new SourceKey.Other(name, third));
            }
            if (value.equals("?") && !third.isEmpty()) {
                return Optional.of(new SourceKey.Unreadable(name, third));
            }
            Optional<SourceKey> counter = counter(name, value, third, field(parts, 4));
            if (counter.isPresent()) {
                return counter;
            }
            // A sentence is no header, but how a tool says that it failed.
            boolean sentence = form.separator().isEmpty() && name.contains(" ");
            if (first && !sentence && value.chars().noneMatch(Character::isDigit)) {
                return Optional.of(new SourceKey.Other(place, "taken for a header: " + shown));
            }
        }
        return Optional.of(new SourceKey.Unreadable(
                place,
                "must be NAME and VALUE, with a tab, '|', ';', ',' or blanks between, where VALUE is an integer of 64 bits or NULL"
                        + " (STEP and LAST may follow behind a tab or '|'): "
                        + shown));
    }

    private static String field(Matcher parts, int group) {
        String text = parts.groupCount() < group ? null : parts.group(group);
        return text == null ? "" : GivenText.unquoted(text.strip());
    }

    /** Returns empty if the fields are no integers, or none that a counter has. */
    private static Optional<SourceKey> counter(String name, String value, String step, String last) {
        boolean unused = NULL.matcher(value).matches();
        OptionalLong given = unused ? OptionalLong.of(0) : integer(value);
        OptionalLong by = step.isEmpty() ? OptionalLong.of(1) : integer(step);
        OptionalLong end = last.isEmpty() ? OptionalLong.of(Long.MAX_VALUE) : integer(last);
        if (given.isEmpty() || by.isEmpty() || end.isEmpty() || by.getAsLong() < 1) {
            return Optional.empty();
        }
        Optional<String> note = unused
                ? Optional.of("nothing was given out before")
                : Optional.of("it counts by steps of " + by.getAsLong()).filter(text -> by.getAsLong() > 1);
        return Optional.of(new SourceKey.Counter(name, given.getAsLong(), end.getAsLong(), by.getAsLong(), note));
    }

    private static OptionalLong integer(String text) {
        try {
            return INTEGER.matcher(text).matches() ? OptionalLong.of(Long.parseLong(text)) : OptionalLong.empty();
        } catch (NumberFormatException e) {
            // More than 64 bits: as all else that is no number.
            return OptionalLong.empty();
        }
    }
}
