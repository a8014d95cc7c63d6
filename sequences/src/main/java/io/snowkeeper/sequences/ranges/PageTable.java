package io.snowkeeper.sequences.ranges;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.snowkeeper.coordinator.store.PayloadCodec;
import io.snowkeeper.sequences.record.Tokens;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Payload of the registry's root: which page has which places.
 *
 * <pre>{@code
 * /ranges
 * {"pages":[[[0,0,-2147483648],"0",1000000],[[20,1000001,77],"3-0",9223372036854775807]]}
 * }</pre>
 *
 * @param pages in the order of their places; the first one has all up to the second
 */
record PageTable(List<Entry> pages) {

    /**
     * A page.
     *
     * @param first the first place that is in it
     * @param id its name
     * @param last no claim in it has a number beyond this one
     */
    @JsonFormat(shape = JsonFormat.Shape.ARRAY)
    @JsonPropertyOrder({"first", "id", "last"})
    record Entry(ClaimKey first, String id, long last) {

        Entry {
            Tokens.require("id", id);
        }

        Entry withLast(long number) {
            return new Entry(first, id, number);
        }
    }

    PageTable {
        pages = List.copyOf(pages);
        if (pages.isEmpty()) {
            throw new IllegalArgumentException("must have a page");
        }
    }

    /** Returns the page that has a place. */
    int pageOf(ClaimKey key) {
        int low = 0;
        int high = pages.size() - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (pages.get(middle).first().compareTo(key) <= 0) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    /** Returns the pages where another claim that overlaps one may be, now or without a change of this table. */
    Set<Integer> overlapping(Claim claim) {
        Set<Integer> found = new TreeSet<>();
        for (int length = 0; length < ClaimKey.LENGTHS; length++) {
            int last = pageOf(ClaimKey.lastOf(length, claim.to()));
            for (int page = pageOf(ClaimKey.firstOf(length, claim.from())); page <= last; page++) {
                if (pages.get(page).last() >= claim.from()) {
                    found.add(page);
                }
            }
        }
        return found;
    }

    /** Returns the table with other entries in a page's place. */
    PageTable with(int page, List<Entry> entries) {
        List<Entry> all = new ArrayList<>(pages);
        all.remove(page);
        all.addAll(page, entries);
        return new PageTable(all);
    }

    byte[] encoded() {
        return PayloadCodec.encode(this);
    }
}
