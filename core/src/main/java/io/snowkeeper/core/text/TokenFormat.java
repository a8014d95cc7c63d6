package io.snowkeeper.core.text;

import java.util.regex.Pattern;

/**
 * The form of the token that allows sequences to be changed and nodes to be drained: characters that a header can carry
 * as they are.
 */
public final class TokenFormat {

    private static final Pattern TOKEN = Pattern.compile("[\\x21-\\x7e]{16,1024}");

    private TokenFormat() {}

    /** Returns whether a text has 16 to 1024 visible ASCII characters and no others. */
    public static boolean isToken(String text) {
        return TOKEN.matcher(text).matches();
    }
}
