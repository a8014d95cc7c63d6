package io.snowkeeper.sequences.ranges;

import io.snowkeeper.coordinator.store.PayloadCodec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/**
 * Payload of a page of the registry.
 *
 * <pre>{@code
 * /ranges/3-0
 * {"claims":[[1000001,2000000,"orders","53l00uxqj2b7zuz2"]]}
 * }</pre>
 *
 * @param claims in the order of their places
 */
record ClaimPage(List<Claim> claims) {

    /** Beyond it a page is divided. It is written again with each claim that comes to it. */
    static final int MAX_BYTES = 16 * 1024;

    static final ClaimPage EMPTY = new ClaimPage(List.of());

    ClaimPage {
        claims = claims.stream().sorted(Comparator.comparing(Claim::key)).toList();
    }

    ClaimPage with(List<Claim> more) {
        List<Claim> all = new ArrayList<>(claims);
        all.addAll(more);
        return new ClaimPage(all);
    }

    ClaimPage without(Predicate<Claim> dropped) {
        return new ClaimPage(claims.stream().filter(dropped.negate()).toList());
    }

    /** Returns the last number of all claims, -1 if there is none. */
    long lastNumber() {
        return claims.stream().mapToLong(Claim::to).max().orElse(-1);
    }

    /** Returns whether it should be divided. */
    boolean isLarge() {
        return encoded().length > MAX_BYTES;
    }

    /** Returns where its second half begins, by places: the same as the first one's if it cannot be divided. */
    int middle() {
        int middle = claims.size() / 2;
        while (middle > 0
                && claims.get(middle).key().equals(claims.get(middle - 1).key())) {
            middle--;
        }
        return middle;
    }

    /** Returns the claims of some places. */
    ClaimPage part(int from, int to) {
        return new ClaimPage(claims.subList(from, to));
    }

    byte[] encoded() {
        return PayloadCodec.encode(this);
    }
}
