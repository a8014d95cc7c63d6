package io.snowkeeper.spring.health;

import java.util.Map;

/**
 * The availability of ids, as a health indicator shows it.
 *
 * @param up whether an id can be had
 * @param details the details, for people
 */
record Standing(boolean up, Map<String, ?> details) {

    Standing {
        details = Map.copyOf(details);
    }

    static Standing up(Map<String, ?> details) {
        return new Standing(true, details);
    }

    /**
     * @param reason the same word as a node's
     * @param text why, with the figures
     */
    static Standing down(String reason, String text) {
        return new Standing(false, Map.of("reason", reason, "text", text));
    }
}
