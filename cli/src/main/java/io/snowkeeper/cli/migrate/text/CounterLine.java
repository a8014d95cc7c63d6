package io.snowkeeper.cli.migrate.text;

import io.snowkeeper.cli.migrate.source.SourceKey;
import io.snowkeeper.core.text.GivenText;
import io.snowkeeper.core.text.PrintableText;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The form of lines in which databases, spreadsheets and their tools print counters. */
final class CounterLine {

    private static final int SHOWN = 100;

    /**
     * A name and a value with a separator between.
     *
     * @param separator what a line of this form has in it; empty for blanks, which any line may have
     */
    private record Form(String separator, Pattern line) {

        /** @param border what else may stand at both ends */
        static Form of(String separator, String border) {
            return new Form(
                    separator,
                    Pattern.compile(
                            "\\s*%2$s\\s*(\"[^\"]*(?:\"\"[^\"]*)*\"|[^%1$s]*?)\\s*[%1$s]\\s*([^%1$s]*?)\\s*%2$s\\s*"
                                    .formatted(separator, border)));
        }
    }

    /** The first one whose separator is there decides: a decimal comma behind a tab separates nothing. */
    private static final List<Form> FORMS = List.of(
            Form.of("\t", ""),
            Form.of("|", "\\|?"),
            Form.of(";", ""),
            // Not "orders 1,234", of which it is not known what separates.
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
     * Reads a line.
     *
     * @param number its number, from 1
     * @param first whether no line before has anything in it, so that it may be a header
     * @return empty if nothing is in it
     */
    static Optional<SourceKey> read(int number, String line, boolean first) {
        if (NOTHING.matcher(line.strip()).matches()) {
            return Optional.empty();
        }
        String place = "line " + number;
        String shown = PrintableText.of(line.strip(), SHOWN);
        Matcher parts = FORMS.stream()
                .filter(form -> line.contains(form.separator()))
                .findFirst()
                .orElseThrow()
                .line()
                .matcher(line);
        if (parts.matches() && !parts.group(1).isEmpty()) {
            String name = GivenText.unquoted(parts.group(1));
            String value = GivenText.unquoted(parts.group(2));
            if (NULL.matcher(value).matches()) {
                return Optional.of(
                        new SourceKey.Counter(name, 0, Long.MAX_VALUE, Optional.of("nothing was given out before")));
            }
            if (INTEGER.matcher(value).matches()) {
                try {
                    return Optional.of(SourceKey.counter(name, Long.parseLong(value)));
                } catch (NumberFormatException e) {
                    // More than 64 bits: as all else that is no number.
                }
            } else if (first && value.chars().noneMatch(Character::isDigit)) {
                return Optional.of(SourceKey.other(place, "taken for a header: " + shown));
            }
        }
        return Optional.of(new SourceKey.Unreadable(
                place,
                "must be NAME and VALUE, with a tab, '|', ';', ',' or blanks between, where VALUE is an integer of 64 bits or NULL: "
                        + shown));
    }
}
