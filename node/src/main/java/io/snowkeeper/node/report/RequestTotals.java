package io.snowkeeper.node.report;

import io.snowkeeper.core.ErrorCode;
import io.snowkeeper.node.service.RequestCounters;
import io.snowkeeper.node.service.message.Request;
import java.util.Collection;
import java.util.List;

/**
 * Sums of the answers since the start.
 *
 * @param errors how many requests were answered with an error
 * @param buckets how many requests took how long, by the bounds of {@link RequestCounters}
 */
record RequestTotals(long errors, List<Long> buckets) {

    RequestTotals {
        buckets = List.copyOf(buckets);
    }

    /**
     * Adds up.
     *
     * @param answered the counts of each thread's answers
     */
    static RequestTotals of(Collection<RequestCounters> answered) {
        long errors = 0;
        Long[] buckets = new Long[RequestCounters.buckets()];
        for (int i = 0; i < buckets.length; i++) {
            int index = i;
            buckets[i] =
                    answered.stream().mapToLong(tally -> tally.bucket(index)).sum();
        }
        for (RequestCounters tally : answered) {
            for (Request.Kind kind : Request.Kind.values()) {
                for (ErrorCode code : ErrorCode.values()) {
                    errors += tally.refused(kind, code);
                }
            }
        }
        return new RequestTotals(errors, List.of(buckets));
    }
}
