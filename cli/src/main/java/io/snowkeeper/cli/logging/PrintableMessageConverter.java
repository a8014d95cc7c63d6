package io.snowkeeper.cli.logging;

import ch.qos.logback.classic.pattern.MessageConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import io.snowkeeper.core.text.PrintableText;

/** A message on one line, without anything that a terminal would act on: it may contain clients' texts. */
public final class PrintableMessageConverter extends MessageConverter {

    @Override
    public String convert(ILoggingEvent event) {
        return PrintableText.of(String.valueOf(super.convert(event)));
    }
}
