package io.snowkeeper.coordinator.sequence.ledger;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.IOException;
import java.util.Optional;

/**
 * Entries as JSON, each on a line of its own. The order of the fields is fixed and there is no space between them, so that an entry has
 * one text; what is absent is left out.
 */
final class NdjsonForm {

    private static final JsonFactory JSON = new JsonFactory();
    private static final JsonStringEncoder ENCODER = JsonStringEncoder.getInstance();
    private static final int USUAL_LENGTH = 320;

    private NdjsonForm() {}

    /** Returns the text that an entry's hash is of. */
    static String hashedText(LedgerEntry entry) {
        return hashed(entry).append('}').toString();
    }

    /** Returns an entry without the end of its line. */
    static String line(LedgerEntry entry) {
        StringBuilder line = hashed(entry);
        text(line, "time", entry.time().toString());
        text(line, "hash", entry.hash());
        return line.append('}').toString();
    }

    private static StringBuilder hashed(LedgerEntry entry) {
        Posting posting = entry.posting();
        StringBuilder line = new StringBuilder(USUAL_LENGTH);
        line.append("{\"entry\":").append(entry.entry());
        text(line, "event", posting.event().text());
        if (!posting.numbers().isEmpty()) {
            text(line, "numbers", NumbersText.of(posting.numbers()));
        }
        posting.reservation()
                .ifPresent(reservation -> line.append(",\"reservation\":").append(reservation));
        text(line, "key", posting.key());
        text(line, "subject", posting.subject());
        text(line, "reason", posting.reason());
        text(line, "after", entry.after().map(Object::toString));
        return line;
    }

    private static void text(StringBuilder line, String name, Optional<String> value) {
        if (value.isPresent()) {
            text(line, name, value.get());
        }
    }

    private static void text(StringBuilder line, String name, String value) {
        line.append(",\"").append(name).append("\":\"");
        ENCODER.quoteAsString(value, line);
        line.append('"');
    }

    /** @throws InvalidLedgerException if the line is not as {@link #line} returns one, to the letter */
    static LedgerEntry parse(String line) {
        EntryFields fields = new EntryFields();
        try (JsonParser parser = JSON.createParser(line)) {
            require(parser.nextToken() == JsonToken.START_OBJECT, line);
            for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
                require(parser.nextToken().isScalarValue(), line);
                fields.set(name, parser.getText());
            }
            require(parser.currentToken() == JsonToken.END_OBJECT && parser.nextToken() == null, line);
        } catch (IOException e) {
            throw new InvalidLedgerException("no JSON: " + EntryFields.excerpt(line), e);
        }
        LedgerEntry entry = fields.toEntry(line);
        require(line(entry).equals(line), line);
        return entry;
    }

    private static void require(boolean holds, String line) {
        if (!holds) {
            throw new InvalidLedgerException("not as an entry is written: " + EntryFields.excerpt(line));
        }
    }
}
