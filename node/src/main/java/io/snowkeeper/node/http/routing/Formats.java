package io.snowkeeper.node.http.routing;

import io.snowkeeper.core.text.PrintableText;
import io.snowkeeper.node.service.message.IdFormat;

/** The format that a client wants for numbers that may not fit into those of its language. */
public final class Formats {

    private static final int SHOWN_CHARACTERS = 60;

    private Formats() {}

    /** Strings, unless the client asks for numbers. */
    public static IdFormat ids(Call call) {
        return call.query().choice("format", "string", "number").equals("number") ? IdFormat.NUMBER : IdFormat.STRING;
    }

    /** Returns a client's text for an error: not much longer than it is useful. */
    public static String shown(String value) {
        return PrintableText.of(value, SHOWN_CHARACTERS);
    }
}
