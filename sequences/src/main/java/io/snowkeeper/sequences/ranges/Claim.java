package io.snowkeeper.sequences.ranges;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.snowkeeper.core.sequence.NumberRange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A claim of a sequence to numbers. For many ranges it has only their common beginning and end, and the sequence's
 * state has the numbers. It holds as long as its sequence is there.
 *
 * @param from the first number
 * @param to the last number
 */
@JsonFormat(shape = JsonFormat.Shape.ARRAY)
@JsonPropertyOrder({"from", "to", "sequence", "incarnation"})
record Claim(long from, long to, String sequence, String incarnation) {

    /** How many claims a sequence makes at once at the most. They fit into a page, however long their names are. */
    static final int MAX_AT_ONCE = 32;

    /** Returns the claims of ranges that a sequence is to have. */
    static List<Claim> of(String sequence, String incarnation, List<NumberRange> ranges) {
        List<NumberRange> sorted = new ArrayList<>(ranges);
        sorted.sort(Comparator.comparingLong(NumberRange::from));
        int together = (sorted.size() + MAX_AT_ONCE - 1) / MAX_AT_ONCE;
        List<Claim> claims = new ArrayList<>();
        for (int i = 0; i < sorted.size(); i += together) {
            int last = Math.min(i + together, sorted.size()) - 1;
            claims.add(new Claim(sorted.get(i).from(), sorted.get(last).to(), sequence, incarnation));
        }
        return claims;
    }

    /** Returns whose it is. */
    Owner owner() {
        return new Owner(sequence, incarnation);
    }

    /** Returns where it is in the registry. */
    ClaimKey key() {
        return ClaimKey.of(this);
    }

    /** A sequence that makes claims. */
    record Owner(String sequence, String incarnation) {}
}
