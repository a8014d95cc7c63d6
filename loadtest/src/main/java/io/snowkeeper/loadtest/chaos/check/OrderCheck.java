package io.snowkeeper.loadtest.chaos.check;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Ordered sequences are linearizable in real time: a number that was answered before another was asked for is smaller. */
public final class OrderCheck {

    private OrderCheck() {}

    /** Adds each call that was given a lower number than a call that had ended before it began. */
    public static void check(String sequence, List<Numbers> calls, Violations violations) {
        List<Numbers> byAsked = new ArrayList<>(calls);
        byAsked.sort(Comparator.comparingLong(Numbers::askedNanos));
        List<Numbers> byAnswered = new ArrayList<>(calls);
        byAnswered.sort(Comparator.comparingLong(Numbers::answeredNanos));
        int ended = 0;
        long highestEnded = Long.MIN_VALUE;
        for (Numbers call : byAsked) {
            while (ended < byAnswered.size() && byAnswered.get(ended).answeredNanos() - call.askedNanos() < 0) {
                highestEnded = Math.max(highestEnded, byAnswered.get(ended).highest());
                ended++;
            }
            if (call.lowest() <= highestEnded) {
                violations.add("sequence %s must follow real time: %s was answered before %s was asked for"
                        .formatted(sequence, highestEnded, call.lowest()));
            }
        }
    }
}
