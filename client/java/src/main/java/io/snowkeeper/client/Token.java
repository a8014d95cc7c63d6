package io.snowkeeper.client;

import io.snowkeeper.core.text.TokenFormat;

/**
 * The token that servers want to see before they change a sequence. Its text is for the line of a request alone.
 *
 * @param text 16 to 1024 visible ASCII characters
 */
record Token(String text) {

    /** @throws IllegalArgumentException if it is not a token; the message does not contain it */
    Token {
        if (!TokenFormat.isToken(text)) {
            throw new IllegalArgumentException(
                    "a token must be 16 to 1024 visible ASCII characters without spaces: it has %s characters"
                            .formatted(text.length()));
        }
    }

    @Override
    public String toString() {
        return "Token[hidden]";
    }
}
