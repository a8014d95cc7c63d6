package io.snowkeeper.sequences.ledger;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Entries as records of CSV, by RFC 4180; absent values are empty. An apostrophe is put wherever a spreadsheet could
 * begin a formula in a caller's text, and before any apostrophe there, so that reading can remove it again. In many
 * countries the cells of a spreadsheet end at semicolons, elsewhere at tabs: such spreadsheets take a quote within a
 * record for a letter, and every line end for the end of a row. So a cell may begin behind each of them.
 */
final class CsvForm {

    /** The names of the fields. */
    static final String HEADER = String.join(",", EntryFields.NAMES);

    /** The fields that callers and operators fill. */
    private static final Set<String> FOREIGN = Set.of("key", "subject", "reason");

    /** East Asian spreadsheets take those of full width for the others. */
    private static final String FORMULAS = "=+\\-@\uff1d\uff0b\uff0d\uff20";

    private static final Pattern ACTING =
            Pattern.compile("^(?=[\t\r\n'" + FORMULAS + "])|(?<=[;\t\r\n])(?=[\"'" + FORMULAS + "])");

    private static final Pattern GUARD = Pattern.compile("(?:^|(?<=[;\t\r\n]))'");

    private CsvForm() {}

    /** Returns an entry without the end of its record. */
    static String record(LedgerEntry entry) {
        Posting posting = entry.posting();
        StringBuilder record = new StringBuilder();
        record.append(entry.entry());
        field(record, posting.event().text());
        field(record, NumbersText.of(posting.numbers()));
        field(
                record,
                posting.reservation().isPresent()
                        ? Long.toString(posting.reservation().getAsLong())
                        : "");
        field(record, guarded(posting.key()));
        field(record, guarded(posting.subject()));
        field(record, guarded(posting.reason()));
        field(record, posting.period().orElse(""));
        field(record, entry.after().map(Object::toString).orElse(""));
        field(record, entry.time().toString());
        field(record, entry.hash());
        return record.toString();
    }

    private static String guarded(Optional<String> text) {
        return ACTING.matcher(text.orElse("")).replaceAll("'");
    }

    private static void field(StringBuilder record, String value) {
        record.append(',');
        if (mustQuote(value)) {
            record.append('"').append(value.replace("\"", "\"\"")).append('"');
        } else {
            record.append(value);
        }
    }

    private static boolean mustQuote(String value) {
        for (int i = 0; i < value.length(); i++) {
            char letter = value.charAt(i);
            if (letter == '"' || letter == ',' || letter == '\r' || letter == '\n') {
                return true;
            }
        }
        return false;
    }

    /** @throws InvalidLedgerException if the record is not as {@link #record} returns one, to the letter */
    static LedgerEntry parse(String record) {
        List<String> values = values(record);
        if (values.size() != EntryFields.NAMES.size()) {
            throw new InvalidLedgerException("must have %s fields, has %s: %s"
                    .formatted(EntryFields.NAMES.size(), values.size(), EntryFields.excerpt(record)));
        }
        EntryFields fields = new EntryFields();
        for (int i = 0; i < values.size(); i++) {
            String name = EntryFields.NAMES.get(i);
            String value = values.get(i);
            if (!value.isEmpty()) {
                fields.set(name, FOREIGN.contains(name) ? GUARD.matcher(value).replaceAll("") : value);
            }
        }
        LedgerEntry entry = fields.toEntry(record);
        if (!record(entry).equals(record)) {
            throw new InvalidLedgerException("not as an entry is written: " + EntryFields.excerpt(record));
        }
        return entry;
    }

    private static List<String> values(String record) {
        List<String> values = new ArrayList<>(EntryFields.NAMES.size());
        int at = 0;
        while (at <= record.length()) {
            int end = end(record, at);
            String value = record.substring(at, end);
            values.add(value.startsWith("\"") ? unquoted(value) : value);
            at = end + 1;
        }
        return values;
    }

    private static String unquoted(String value) {
        return value.substring(1, Math.max(1, value.length() - 1)).replace("\"\"", "\"");
    }

    /** Returns where a field ends. */
    private static int end(String record, int begin) {
        boolean quoted = false;
        for (int i = begin; i < record.length(); i++) {
            if (record.charAt(i) == '"') {
                quoted = !quoted;
            } else if (record.charAt(i) == ',' && !quoted) {
                return i;
            }
        }
        return record.length();
    }
}
