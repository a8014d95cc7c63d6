package io.snowkeeper.cli.logging;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.snowkeeper.core.text.PrintableText;

/** A line of JSON without anything that a terminal would act on: it is escaped, and a program reads the same. */
final class PrintableJson {

    private PrintableJson() {}

    /** @param json one object, as it was written */
    static byte[] line(byte[] json) {
        String text = new String(json, UTF_8);
        return (PrintableText.of(text.stripTrailing()) + "\n").getBytes(UTF_8);
    }
}
