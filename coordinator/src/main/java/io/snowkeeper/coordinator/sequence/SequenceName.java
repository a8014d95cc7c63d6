package io.snowkeeper.coordinator.sequence;

import java.util.regex.Pattern;

/** What a sequence may be called. */
public final class SequenceName {

    private static final Pattern ALLOWED = Pattern.compile("[A-Za-z0-9._-]{1,128}");

    private SequenceName() {}

    /**
     * Returns the name if it is one.
     *
     * @throws InvalidSequenceException if it is none
     */
    public static String require(String name) {
        // ZooKeeper gives "." and ".." no meaning, and refuses them in paths.
        if (!ALLOWED.matcher(name).matches() || name.equals(".") || name.equals("..")) {
            throw new InvalidSequenceException(
                    "a sequence's name must be 1 to 128 of A-Z, a-z, 0-9, '.', '_' and '-', and not '.' or '..': name=%s"
                            .formatted(name.length() <= 160 ? name : name.substring(0, 160) + "..."));
        }
        return name;
    }
}
