package io.snowkeeper.cli.logging;

import static java.nio.charset.StandardCharsets.UTF_8;

import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import io.snowkeeper.core.text.PrintableText;

/** Entries in JSON without anything that a terminal would act on: it is escaped, and a program reads the same. */
public final class PrintableJsonEncoder extends JsonEncoder {

    @Override
    public byte[] encode(ILoggingEvent event) {
        String line = new String(super.encode(event), UTF_8);
        return (PrintableText.of(line.stripTrailing()) + "\n").getBytes(UTF_8);
    }
}
