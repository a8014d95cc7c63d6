package io.snowkeeper.test;

import static io.snowkeeper.core.Checks.requireLength;

import io.snowkeeper.core.Checks;
import io.snowkeeper.core.api.NumberSequence;
import io.snowkeeper.core.text.WellFormedText;

/** The checks of arguments that every implementation of a sequence makes. */
final class CallArguments {

    private static final int MAX_KEY = 256;
    private static final int MAX_RESERVATION = 80;

    private CallArguments() {}

    static void requireCount(int count) {
        Checks.requireWithin("count", count, 1, NumberSequence.MAX_COUNT);
    }

    static void requireKey(String key) {
        requireLength("key", key, MAX_KEY);
        WellFormedText.damage(key).ifPresent(damage -> {
            throw new IllegalArgumentException("must be undamaged Unicode: key has " + damage);
        });
    }

    static void requireReservation(String reservation) {
        requireLength("reservation", reservation, MAX_RESERVATION);
    }
}
