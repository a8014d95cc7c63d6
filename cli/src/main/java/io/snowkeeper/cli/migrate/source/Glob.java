package io.snowkeeper.cli.migrate.source;

import java.util.regex.Pattern;

/**
 * A pattern of keys as Redis' {@code KEYS} takes it: {@code *} is any text, {@code ?} any character, {@code [a-z]} one of these,
 * {@code [^a-z]} none of these; a backslash takes away what the character after it means.
 */
public final class Glob {

    private final Pattern pattern;

    /** @throws IllegalArgumentException if a bracket is not closed, or has no characters */
    public Glob(String text) {
        StringBuilder regex = new StringBuilder();
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at++);
            switch (c) {
                case '*' -> regex.append(".*");
                case '?' -> regex.append('.');
                case '[' -> {
                    int end = text.indexOf(']', at);
                    String set = end < 0 ? "" : text.substring(at, end);
                    if (set.replace("^", "").isEmpty()) {
                        throw new IllegalArgumentException(
                                "must have characters between [ and ], or \\[ for a bracket: match=" + text);
                    }
                    regex.append(set(set));
                    at = end + 1;
                }
                case '\\' -> regex.append(quoted(at < text.length() ? text.charAt(at++) : c));
                default -> regex.append(quoted(c));
            }
        }
        pattern = Pattern.compile(regex.toString(), Pattern.DOTALL);
    }

    private static String set(String text) {
        boolean none = text.startsWith("^");
        // A hyphen keeps what it means; all else that a regular expression takes for its own does not.
        String characters = (none ? text.substring(1) : text).replaceAll("[^\\p{Alnum}-]", "\\\\$0");
        return (none ? "[^" : "[") + characters + "]";
    }

    private static String quoted(char c) {
        return Pattern.quote(String.valueOf(c));
    }

    /** Returns whether a whole key is of this pattern. */
    public boolean matches(String key) {
        return pattern.matcher(key).matches();
    }
}
