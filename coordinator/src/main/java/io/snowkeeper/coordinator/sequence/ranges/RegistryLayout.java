package io.snowkeeper.coordinator.sequence.ranges;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A registry of many claims as it is begun.
 *
 * @param pages in the order of the table's entries
 */
record RegistryLayout(PageTable table, List<ClaimPage> pages) {

    /** Leaves room in each page. */
    private static final int PAGE_BYTES = ClaimPage.MAX_BYTES / 2;

    /** What a claim takes beside its names. */
    private static final int CLAIM_BYTES = 50;

    /**
     * Lays claims out.
     *
     * @param id what the pages' names begin with
     */
    static RegistryLayout of(List<Claim> claims, String id) {
        List<Claim> sorted =
                claims.stream().sorted(Comparator.comparing(Claim::key)).toList();
        List<PageTable.Entry> entries = new ArrayList<>();
        List<ClaimPage> pages = new ArrayList<>();
        int from = 0;
        int bytes = 0;
        for (int i = 0; i <= sorted.size(); i++) {
            boolean ends = i == sorted.size()
                    || (bytes > PAGE_BYTES
                            && !sorted.get(i).key().equals(sorted.get(i - 1).key()));
            if (ends) {
                ClaimPage page = new ClaimPage(sorted.subList(from, i));
                ClaimKey first = from == 0 ? ClaimKey.FIRST : sorted.get(from).key();
                long last = i == sorted.size() ? Long.MAX_VALUE : page.lastNumber();
                entries.add(new PageTable.Entry(first, id + "-" + entries.size(), last));
                pages.add(page);
                from = i;
                bytes = 0;
            }
            if (i < sorted.size()) {
                bytes += CLAIM_BYTES
                        + sorted.get(i).sequence().length()
                        + sorted.get(i).incarnation().length();
            }
        }
        return new RegistryLayout(new PageTable(entries), pages);
    }
}
