package io.snowkeeper.spring.health;

import java.util.Map;

/**
 * How it stands with ids, as a health indicator tells it.
 *
 * @param up whether an id can be had
 * @param details more of it, for people
 */
record Standing(boolean up, Map<String, ?> details) {

    Standing {
        details = Map.copyOf(details);
    }

    static Standing up(Map<String, ?> details) {
        return new Standing(true, details);
    }

    /**
     * @param reason the word for it, as nodes tell it
     * @param text why, with the figures
     */
    static Standing down(String reason, String text) {
        return new Standing(false, Map.of("reason", reason, "text", text));
    }
}
