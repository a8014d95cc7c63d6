package io.snowkeeper.node.service;

import io.snowkeeper.node.service.message.Answer;
import io.snowkeeper.node.service.message.IdFormat;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The properties of a list of ids.
 *
 * @param sorted whether each id is higher than the one before
 * @param duplicates the ids that repeat, each once, in the order in which their repetition is met
 */
@SuppressWarnings("ArrayRecordComponent") // Handed over, never compared.
record IdCheck(int count, int unique, boolean sorted, long[] duplicates) {

    private static final long[] NONE = {};

    static IdCheck of(long[] ids) {
        if (isIncreasing(ids)) {
            return new IdCheck(ids.length, ids.length, true, NONE);
        }
        Set<Long> seen = new HashSet<>();
        Set<Long> repeated = new LinkedHashSet<>();
        for (long id : ids) {
            if (!seen.add(id)) {
                repeated.add(id);
            }
        }
        long[] duplicates = repeated.stream().mapToLong(Long::longValue).toArray();
        return new IdCheck(ids.length, seen.size(), false, duplicates);
    }

    private static boolean isIncreasing(long[] ids) {
        for (int i = 1; i < ids.length; i++) {
            if (ids[i] <= ids[i - 1]) {
                return false;
            }
        }
        return true;
    }

    Answer.VerifiedIds answer(IdFormat format) {
        return new Answer.VerifiedIds(count, unique, sorted, duplicates, format);
    }
}
