package io.snowkeeper.cli.logging;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.pattern.NopThrowableInformationConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.encoder.LayoutWrappingEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** How an event is written, one a line. */
public enum LogForm {
    TEXT {
        @Override
        Encoder<ILoggingEvent> encoder(LoggerContext context, boolean withStackTraces) {
            PatternLayout layout = new PatternLayout();
            layout.setContext(context);
            layout.getInstanceConverterMap().put("printable", PrintableMessageConverter::new);
            layout.setPattern(withStackTraces ? LINE : LINE + "%nopex");
            layout.start();
            LayoutWrappingEncoder<ILoggingEvent> encoder = new LayoutWrappingEncoder<>();
            encoder.setCharset(StandardCharsets.UTF_8);
            encoder.setLayout(layout);
            return encoder;
        }
    },

    JSON {
        @Override
        Encoder<ILoggingEvent> encoder(LoggerContext context, boolean withStackTraces) {
            PrintableJsonEncoder encoder = new PrintableJsonEncoder();
            encoder.setWithSequenceNumber(false);
            encoder.setWithNanoseconds(false);
            encoder.setWithContext(false);
            encoder.setWithMarkers(false);
            encoder.setWithMDC(false);
            encoder.setWithKVPList(false);
            encoder.setWithMessage(false);
            encoder.setWithArguments(false);
            encoder.setWithFormattedMessage(true);
            encoder.setWithThrowable(withStackTraces);
            return encoder;
        }
    },

    /** The Elastic Common Schema. */
    ECS {
        @Override
        Encoder<ILoggingEvent> encoder(LoggerContext context, boolean withStackTraces) {
            PrintableEcsEncoder encoder = new PrintableEcsEncoder();
            if (!withStackTraces) {
                encoder.setThrowableConverter(new NopThrowableInformationConverter());
            }
            return encoder;
        }
    };

    private static final String LINE = "%d{\"yyyy-MM-dd'T'HH:mm:ss.SSS'Z'\",UTC} %-5level %logger{0}: %printable%n";

    private static final String PROPERTY = "snowkeeper.log-format";

    /** Sets the form of this process' log, if nothing was logged before. */
    public void choose() {
        System.setProperty(PROPERTY, name().toLowerCase(Locale.ROOT));
    }

    static LogForm chosen() {
        return valueOf(System.getProperty(PROPERTY, "text").toUpperCase(Locale.ROOT));
    }

    /** Returns the encoder of this form. It is not started. */
    abstract Encoder<ILoggingEvent> encoder(LoggerContext context, boolean withStackTraces);
}
