package io.snowkeeper.sequences.ranges;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.core.sequence.NumberRange;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClaimKeyTest {

    private static Claim claim(long from, long to) {
        return new Claim(from, to, "A", "a");
    }

    private static boolean isLookedFor(Claim claim, long from, long to) {
        ClaimKey key = claim.key();
        return ClaimKey.firstOf(key.length(), from).compareTo(key) <= 0
                && key.compareTo(ClaimKey.lastOf(key.length(), to)) <= 0;
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1, 1, 1",
        "1, 9223372036854775807, 9223372036854775807, 9223372036854775807",
        "0, 9223372036854775806, 0, 0",
        "0, 9223372036854775806, 5, 9",
        "1, 4, 4, 9",
        "1, 5, 5, 9",
        "7, 8, 1, 7",
        "9223372036854775807, 9223372036854775807, 1, 9223372036854775807"
    })
    void whatOverlapsIsLookedFor(long from, long to, long rangeFrom, long rangeTo) {
        assertThat(isLookedFor(claim(from, to), rangeFrom, rangeTo)).isTrue();
    }

    @Test
    void whateverOverlapsIsOnAPageThatIsLookedAt() {
        SplittableRandom random = new SplittableRandom(20);
        List<Claim> claims = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            long from = random.nextLong(1, 2_000);
            claims.add(claim(from, from + random.nextLong(1L << random.nextInt(1, 12))));
        }
        ClaimPage all = new ClaimPage(claims);
        PageTable table = table(all, 25);
        for (int i = 0; i < 500; i++) {
            long from = random.nextLong(1, 4_000);
            Claim other = claim(from, from + random.nextLong(1, 50));
            for (Claim claim : claims) {
                if (claim.from() <= other.to() && other.from() <= claim.to()) {
                    assertThat(table.overlapping(other))
                            .as("%s, %s", claim, other)
                            .contains(table.pageOf(claim.key()));
                }
            }
        }
    }

    private static PageTable table(ClaimPage all, int perPage) {
        List<PageTable.Entry> entries = new ArrayList<>();
        for (int i = 0; i < all.claims().size(); i += perPage) {
            ClaimPage page = all.part(i, Math.min(all.claims().size(), i + perPage));
            // Some of the same place may be before it.
            ClaimKey first = i == 0 ? ClaimKey.FIRST : page.claims().get(0).key();
            if (i == 0 || !first.equals(all.claims().get(i - 1).key())) {
                entries.add(new PageTable.Entry(first, "p" + i, Long.MAX_VALUE));
            }
        }
        return new PageTable(entries);
    }

    @Test
    void aPageWhoseNumbersAllAreLowerIsNotLookedAt() {
        PageTable table = new PageTable(List.of(
                new PageTable.Entry(ClaimKey.FIRST, "low", 1_000),
                new PageTable.Entry(claim(900, 1_900).key(), "high", Long.MAX_VALUE)));
        assertThat(table.overlapping(claim(1_000, 1_001))).contains(0);
        assertThat(table.overlapping(claim(1_001, 1_001))).doesNotContain(0);
    }

    @Test
    void manyRangesAreClaimedTogether() {
        List<NumberRange> ranges = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            ranges.add(new NumberRange(10L * i, 10L * i + 4));
        }
        List<Claim> claims = Claim.of("A", "a", ranges);
        assertThat(claims).hasSizeLessThanOrEqualTo(Claim.MAX_AT_ONCE);
        assertThat(ranges)
                .allMatch(range ->
                        claims.stream().anyMatch(claim -> claim.from() <= range.from() && range.to() <= claim.to()));
        assertThat(Claim.of("A", "a", ranges.subList(0, 32))).hasSize(32);
    }
}
