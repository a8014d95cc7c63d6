package io.snowkeeper.sequences.ranges;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.coordinator.store.Change;
import io.snowkeeper.coordinator.store.StoredRecord;
import io.snowkeeper.sequences.SequencePreconditionException;
import io.snowkeeper.sequences.record.SequencePaths;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The registry after a claim: the pages that were read, those written again, and those that must be unchanged. Not
 * thread-safe.
 */
final class RegistryDraft {

    /** The table is written with each page that comes to it, and has to fit into a transaction. */
    static final int MAX_TABLE_BYTES = 800 * 1024;

    private final PageTable table;
    private final int tableVersion;
    private final Map<Integer, StoredRecord> read = new TreeMap<>();
    private final Map<Integer, ClaimPage> pages = new TreeMap<>();
    private final Set<Integer> changed = new TreeSet<>();

    RegistryDraft(PageTable table, int tableVersion) {
        this.table = table;
        this.tableVersion = tableVersion;
    }

    /** Takes a page that was read. */
    void take(int page, StoredRecord record) {
        read.put(page, record);
        pages.put(page, record.as(ClaimPage.class));
    }

    ClaimPage page(int page) {
        return pages.getOrDefault(page, ClaimPage.EMPTY);
    }

    /** Adds a claim to its page, which must have been taken. */
    void add(Claim claim) {
        int page = table.pageOf(claim.key());
        pages.put(page, page(page).with(List.of(claim)));
        changed.add(page);
    }

    /** Drops the claims of sequences that are not there any more, from one page. */
    void drop(int page, Set<Claim.Owner> gone) {
        ClaimPage rest = page(page).without(claim -> gone.contains(claim.owner()));
        if (!rest.equals(page(page))) {
            pages.put(page, rest);
            changed.add(page);
        }
    }

    /** Returns the pages that are to be divided as they are. */
    List<Integer> large() {
        return changed.stream().filter(page -> page(page).isLarge()).toList();
    }

    /** @throws SequencePreconditionException if the registry is full */
    List<Change> changes() {
        List<Change> changes = new ArrayList<>();
        PageTable left = table;
        // From the last page on, so that those before it keep their places.
        for (int page : new TreeSet<>(pages.keySet()).descendingSet()) {
            left = left.with(page, written(page, changes));
        }
        if (left.equals(table)) {
            changes.add(new Change.Check(SequencePaths.RANGES, tableVersion));
        } else {
            changes.add(new Change.Set(SequencePaths.RANGES, requireFits(left), tableVersion));
        }
        return changes;
    }

    private static byte[] requireFits(PageTable table) {
        byte[] encoded = table.encoded();
        if (encoded.length > MAX_TABLE_BYTES) {
            throw new SequencePreconditionException(
                    "the fleet has too many ranges: they fill %s pages; delete unused sequences, or make another fleet"
                            .formatted(table.pages().size()));
        }
        return encoded;
    }

    /** Adds the changes of a page, and returns its entries. */
    private List<PageTable.Entry> written(int page, List<Change> changes) {
        PageTable.Entry entry = table.pages().get(page);
        String path = SequencePaths.registryPage(entry.id());
        int version = requireNonNull(read.get(page)).stamp().version();
        if (!changed.contains(page)) {
            changes.add(new Change.Check(path, version));
            return List.of(entry);
        }
        ClaimPage claims = page(page);
        byte[] encoded = claims.encoded();
        int middle = encoded.length > ClaimPage.MAX_BYTES ? claims.middle() : 0;
        if (middle == 0) {
            changes.add(new Change.Set(path, encoded, version));
            return List.of(claims.lastNumber() > entry.last() ? entry.withLast(Long.MAX_VALUE) : entry);
        }
        ClaimPage first = claims.part(0, middle);
        ClaimPage second = claims.part(middle, claims.claims().size());
        // No other page was or will be named so: this version of the table is used once.
        String id = tableVersion + "-" + page;
        changes.add(new Change.Set(path, first.encoded(), version));
        changes.add(new Change.Create(SequencePaths.registryPage(id), second.encoded()));
        return List.of(
                entry.withLast(first.lastNumber()),
                new PageTable.Entry(second.claims().get(0).key(), id, Long.MAX_VALUE));
    }
}
