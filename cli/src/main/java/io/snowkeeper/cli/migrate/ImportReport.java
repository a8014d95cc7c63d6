package io.snowkeeper.cli.migrate;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snowkeeper.cli.migrate.Outcome.Severity;
import io.snowkeeper.cli.remote.TextTable;
import io.snowkeeper.core.text.PrintableText;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The report of an import: a row for each key, and how many came out how. For one thread. */
final class ImportReport {

    /** The exit status by severity. */
    private static final Map<Severity, Integer> STATUS =
            Map.of(Severity.FINE, 0, Severity.FAILURE, 1, Severity.WARNING, 3);

    private final List<ImportedKey> keys = new ArrayList<>();
    private final Map<Outcome, Integer> counts = new EnumMap<>(Outcome.class);

    void add(ImportedKey key) {
        keys.add(key);
        counts.merge(key.outcome(), 1, Integer::sum);
    }

    /** Returns how many keys it has. */
    int size() {
        return keys.size();
    }

    /** Returns whether no key was a counter. */
    boolean isWithoutCounters() {
        return keys.size() == counts.getOrDefault(Outcome.SKIPPED, 0);
    }

    /** Returns the exit status: 1 if something has failed, 3 if something is near, 0 otherwise. */
    int status() {
        return counts.keySet().stream()
                .map(Outcome::severity)
                .max(Severity::compareTo)
                .map(STATUS::get)
                .orElse(0);
    }

    /** Prints it, by the names of the keys. */
    void print(PrintWriter out, boolean json) {
        keys.sort(Comparator.comparing(ImportedKey::key));
        if (json) {
            out.println(PrintableText.of(json().toString()));
        } else {
            TextTable table = new TextTable("KEY", "SEQUENCE", "VALUE", "FIRST", "LEFT", "OUTCOME");
            for (ImportedKey key : keys) {
                table.add(
                        key.key(),
                        key.sequence(),
                        text(key.value()),
                        text(key.first()),
                        text(key.left()),
                        key.outcome().text() + (key.detail().isEmpty() ? "" : ": " + key.detail()));
            }
            table.print(out);
            out.println();
            out.println(summary());
        }
        out.flush();
    }

    private String summary() {
        return counts.isEmpty()
                ? "no keys"
                : counts.entrySet().stream()
                        .map(count -> count.getValue() + " " + count.getKey().text())
                        .collect(Collectors.joining(", "));
    }

    private static String text(OptionalLong number) {
        return number.isPresent() ? Long.toString(number.getAsLong()) : "-";
    }

    private ObjectNode json() {
        ObjectNode report = JsonNodeFactory.instance.objectNode();
        for (Outcome outcome : Outcome.values()) {
            report.put(outcome.name().toLowerCase(Locale.ROOT), counts.getOrDefault(outcome, 0));
        }
        var rows = report.putArray("keys");
        for (ImportedKey key : keys) {
            rows.addObject()
                    .put("key", key.key())
                    .put("sequence", key.sequence())
                    .put("value", number(key.value()))
                    .put("first", number(key.first()))
                    .put("left", number(key.left()))
                    .put("outcome", key.outcome().name().toLowerCase(Locale.ROOT))
                    .put("detail", key.detail());
        }
        return report;
    }

    private static @Nullable Long number(OptionalLong number) {
        return number.isPresent() ? Long.valueOf(number.getAsLong()) : null;
    }
}
