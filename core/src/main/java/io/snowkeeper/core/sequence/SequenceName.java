package io.snowkeeper.core.sequence;

import java.util.regex.Pattern;

/** The form of a sequence's name. */
public final class SequenceName {

    private static final Pattern ALLOWED = Pattern.compile("[A-Za-z0-9._:-]{1,128}");

    private SequenceName() {}

    /** Returns whether a text is the name of a sequence. */
    public static boolean isValid(String name) {
        // ZooKeeper gives "." and ".." no meaning, and refuses them in paths.
        return ALLOWED.matcher(name).matches() && !name.equals(".") && !name.equals("..");
    }

    /**
     * Returns the name if it is one.
     *
     * @throws InvalidSequenceException if it is none
     */
    public static String require(String name) {
        if (!isValid(name)) {
            throw new InvalidSequenceException(
                    "a sequence's name must be 1 to 128 of A-Z, a-z, 0-9, '.', '_', ':' and '-', and not '.' or '..': name=%s"
                            .formatted(name.length() <= 160 ? name : name.substring(0, 160) + "..."));
        }
        return name;
    }
}
