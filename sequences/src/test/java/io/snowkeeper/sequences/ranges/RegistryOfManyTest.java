package io.snowkeeper.sequences.ranges;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.coordinator.store.Change;
import io.snowkeeper.coordinator.store.RecordStamp;
import io.snowkeeper.coordinator.store.StoredRecord;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;

/** The cost of a claim among very many. */
class RegistryOfManyTest {

    private static final int MANY = 10_000;
    private static final long EACH = 1_000_000;

    private final Map<String, Integer> versions = new HashMap<>();
    private final Map<String, byte[]> records = new HashMap<>();
    private PageTable table = new PageTable(List.of(new PageTable.Entry(ClaimKey.FIRST, "0", Long.MAX_VALUE)));
    private int tableVersion;

    private static Claim tenant(long i) {
        return new Claim(i * EACH + 1, (i + 1) * EACH, "tenant-" + i, "incarnation" + i);
    }

    private static Claim fromOne(long i) {
        return new Claim(1, Long.MAX_VALUE, "invoices-" + i, "incarnation" + i);
    }

    private static Claim range(long from, long to) {
        return new Claim(from, to, "other", "incarnation");
    }

    /** Claims without looking for overlaps. */
    private void claimMany(LongFunction<Claim> claim) {
        for (int i = 0; i < MANY; i++) {
            Claim next = claim.apply(i);
            claim(next, Set.of(table.pageOf(next.key())));
        }
    }

    private void assertSmall() {
        assertThat(table.encoded().length).isLessThan(RegistryDraft.MAX_TABLE_BYTES / 40);
        assertThat(table.pages()).allMatch(page -> record(page.id()).payload().length <= ClaimPage.MAX_BYTES);
    }

    @Test
    void aRangeBesideTenThousandOthersIsComparedWithThoseOfSomePages() {
        claimMany(RegistryOfManyTest::tenant);
        assertSmall();
        assertThat(table.overlapping(range(MANY * EACH + 1, (MANY + 1) * EACH))).hasSizeLessThanOrEqualTo(3);
        assertThat(table.overlapping(range(5_000 * EACH, 5_000 * EACH))).hasSizeLessThanOrEqualTo(3);
    }

    @Test
    void tenThousandSequencesThatBeginAtOneAreOnSmallPages() {
        claimMany(RegistryOfManyTest::fromOne);
        assertSmall();
        assertThat(table.pageOf(fromOne(MANY).key())).isLessThan(table.pages().size());
    }

    @Test
    void aRangeAboveTenThousandThatOverlapIsNotComparedWithThem() {
        claimMany(i -> new Claim(1, EACH, "counter-" + i, "incarnation" + i));
        assertThat(table.overlapping(range(EACH + 1, 2 * EACH))).hasSizeLessThanOrEqualTo(3);
    }

    /** Claims as nodes do, but for the store. Returns how many bytes are written. */
    private int claim(Claim claim) {
        Set<Integer> needed = new TreeSet<>(table.overlapping(claim));
        needed.add(table.pageOf(claim.key()));
        return claim(claim, needed);
    }

    private int claim(Claim claim, Set<Integer> needed) {
        RegistryDraft draft = new RegistryDraft(table, tableVersion);
        needed.forEach(page -> draft.take(page, record(table.pages().get(page).id())));
        draft.add(claim);
        int bytes = 0;
        for (Change change : draft.changes()) {
            if (change instanceof Change.Set set) {
                bytes += set.payload().length;
                write(set.path(), set.payload());
            } else if (change instanceof Change.Create create) {
                assertThat(records).doesNotContainKey(create.path());
                bytes += create.payload().length;
                write(create.path(), create.payload());
            }
        }
        return bytes;
    }

    private StoredRecord record(String id) {
        String path = "/ranges/" + id;
        byte[] payload = records.getOrDefault(path, ClaimPage.EMPTY.encoded());
        int version = versions.getOrDefault(path, 0);
        return new StoredRecord(path, payload, new RecordStamp(version, 0, 0, 0, 0, 0, 0, 0, 0));
    }

    private void write(String path, byte[] payload) {
        records.put(path, payload);
        versions.merge(path, 1, Integer::sum);
        if (path.equals("/ranges")) {
            table = new StoredRecord(path, payload, new RecordStamp(0, 0, 0, 0, 0, 0, 0, 0, 0)).as(PageTable.class);
            tableVersion++;
        }
    }

    @Test
    void whatAClaimWritesDoesNotGrowWithTheirNumber() {
        int most = 0;
        for (int i = 0; i < 3_000; i++) {
            most = Math.max(most, claim(tenant(i)));
        }
        assertThat(most).isLessThan(2 * ClaimPage.MAX_BYTES);
        assertThat(table.pages()).hasSizeBetween(15, 60);
        assertThat(records.entrySet())
                .allMatch(
                        record -> record.getKey().equals("/ranges") || record.getValue().length <= ClaimPage.MAX_BYTES);
        // Each is in its place, in spite of the divisions since.
        for (int i = 0; i < 3_000; i += 97) {
            Claim claim = tenant(i);
            String id = table.pages().get(table.pageOf(claim.key())).id();
            assertThat(record(id).as(ClaimPage.class).claims()).contains(claim);
            assertThat(table.overlapping(range(claim.to(), claim.to()))).contains(table.pageOf(claim.key()));
        }
    }
}
