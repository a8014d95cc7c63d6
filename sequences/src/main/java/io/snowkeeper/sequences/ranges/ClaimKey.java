package io.snowkeeper.sequences.ranges;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.Comparator;

/**
 * The place of a claim in the registry: by how long it is, then by where it begins. So all claims that may overlap a
 * range are in few places, however long other claims are: for each length, those that begin in the range, or not
 * further before it than the length.
 *
 * @param length how many bits the distance of its ends has, 0 to 63
 * @param from where it begins
 * @param owner a hash of whose it is: many may have the same range
 */
@JsonFormat(shape = JsonFormat.Shape.ARRAY)
@JsonPropertyOrder({"length", "from", "owner"})
record ClaimKey(int length, long from, int owner) implements Comparable<ClaimKey> {

    /** None is before it. */
    static final ClaimKey FIRST = new ClaimKey(0, 0, Integer.MIN_VALUE);

    /** As many as there are lengths. */
    static final int LENGTHS = Long.SIZE;

    private static final Comparator<ClaimKey> ORDER = Comparator.comparingInt(ClaimKey::length)
            .thenComparingLong(ClaimKey::from)
            .thenComparingInt(ClaimKey::owner);

    static ClaimKey of(Claim claim) {
        return new ClaimKey(
                Long.SIZE - Long.numberOfLeadingZeros(claim.to() - claim.from()),
                claim.from(),
                claim.owner().hashCode());
    }

    /** Returns the first place where a claim of a length may have a number from one on. */
    static ClaimKey firstOf(int length, long from) {
        long reach = length == 0 ? 0 : Long.MAX_VALUE >>> (Long.SIZE - 1 - length);
        return new ClaimKey(length, Math.max(0, from - reach), Integer.MIN_VALUE);
    }

    /** Returns the last place where a claim of a length may have a number up to one. */
    static ClaimKey lastOf(int length, long to) {
        return new ClaimKey(length, to, Integer.MAX_VALUE);
    }

    @Override
    public int compareTo(ClaimKey other) {
        return ORDER.compare(this, other);
    }
}
