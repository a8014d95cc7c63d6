package io.snowkeeper.coordinator.store.difference;

import java.security.SecureRandom;

/**
 * The seeds of scripts that follow each other. {@code -Dsnowkeeper.difference.first} is the seed to begin with, and
 * {@code -Dsnowkeeper.difference.scripts} says how many there are.
 */
record Seeds(long first, int count) {

    /** Returns seeds that hardly anybody ever had, if nothing else is asked for. */
    static Seeds fresh(int count) {
        return new Seeds(
                Long.getLong(
                        "snowkeeper.difference.first", new SecureRandom().nextLong(Long.MAX_VALUE - Integer.MAX_VALUE)),
                Integer.getInteger("snowkeeper.difference.scripts", count));
    }
}
