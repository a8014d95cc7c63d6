package io.snowkeeper.cli.logging;

import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;

/** Entries in JSON with Logback's names, a line each. */
public final class PrintableJsonEncoder extends JsonEncoder {

    @Override
    public byte[] encode(ILoggingEvent event) {
        return PrintableJson.line(super.encode(event));
    }
}
