package io.snowkeeper.coordinator.store.difference;

import io.snowkeeper.coordinator.store.EphemeralRecord;
import io.snowkeeper.coordinator.store.RecordStamp;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/**
 * The outcome of a script, in lines that are equal for stores that keep the contract. Transactions are numbered in
 * their order among those that were seen, sessions in the order in which they are seen first, and ephemeral records as
 * the script does.
 */
final class Transcript {

    private static final Pattern TRANSACTION = Pattern.compile("<transaction (-?\\d+)>");

    private final List<String> lines = new ArrayList<>();
    private final TreeSet<Long> transactions = new TreeSet<>();
    private final Map<Long, Long> times = new HashMap<>();
    private final Map<Long, Integer> sessions = new HashMap<>();
    private final Map<String, String> claims = new LinkedHashMap<>();

    void add(String line) {
        lines.add(line);
    }

    /** Adds an ephemeral record. The part of its name before the requested prefix is the store's affair. */
    void claim(EphemeralRecord claim, String prefix) {
        String name = nameOf(claim.path());
        int from = Math.max(0, name.lastIndexOf(nameOf(prefix)));
        claims.put(name, "$%d:%s".formatted(claims.size(), name.substring(from)));
    }

    private static String nameOf(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    String path(String path) {
        String shown = path;
        for (Map.Entry<String, String> claim : claims.entrySet()) {
            shown = shown.replace(claim.getKey(), claim.getValue());
        }
        return Request.shown(shown);
    }

    String payload(byte[] payload) {
        CRC32 sum = new CRC32();
        sum.update(payload);
        return "%d bytes (%x)".formatted(payload.length, sum.getValue());
    }

    String stamp(RecordStamp stamp) {
        return "version %d, made %s, written %s, children %d changed %d times, last %s, session %d"
                .formatted(
                        stamp.version(),
                        transaction(stamp.created(), stamp.createdMillis()),
                        transaction(stamp.written(), stamp.writtenMillis()),
                        stamp.children(),
                        stamp.childChanges(),
                        transaction(stamp.childrenChanged()),
                        stamp.session() == 0
                                ? 0
                                : sessions.computeIfAbsent(stamp.session(), unused -> sessions.size() + 1));
    }

    /** Notes a transaction that was done at one time. */
    private String transaction(long number, long millis) {
        Long before = times.putIfAbsent(number, millis);
        return transaction(number) + (before == null || before == millis ? "" : " at another time");
    }

    private String transaction(long number) {
        transactions.add(number);
        return "<transaction %d>".formatted(number);
    }

    /** Returns the lines, when there are all. */
    List<String> lines() {
        return lines.stream()
                .map(line -> TRANSACTION
                        .matcher(line)
                        .replaceAll(found -> "t"
                                + transactions
                                        .headSet(Long.parseLong(found.group(1)))
                                        .size()))
                .toList();
    }
}
