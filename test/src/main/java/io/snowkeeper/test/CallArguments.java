package io.snowkeeper.test;

import io.snowkeeper.core.api.NumberSequence;
import io.snowkeeper.core.text.WellFormedText;

/** The checks of arguments that every implementation of a sequence makes. */
final class CallArguments {

    private static final int MAX_KEY = 256;
    private static final int MAX_RESERVATION = 80;

    private CallArguments() {}

    static void requireCount(int count) {
        if (count < 1 || count > NumberSequence.MAX_COUNT) {
            throw new IllegalArgumentException(
                    "must be >= 1 && <= %s: count=%s".formatted(NumberSequence.MAX_COUNT, count));
        }
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

    private static void requireLength(String what, String value, int max) {
        if (value.isEmpty() || value.length() > max) {
            throw new IllegalArgumentException(
                    "must have 1 to %s characters: %s has %s".formatted(max, what, value.length()));
        }
    }
}
