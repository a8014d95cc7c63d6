package io.snowkeeper.cli.options;

import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options of the log. */
public final class LogOptions {

    /** Part of the name of the file that logback.xml includes. */
    private static final String PROPERTY = "snowkeeper.log-format";

    @Option(
            names = "--log-format",
            paramLabel = "text|json",
            converter = FormatConverter.class,
            defaultValue = "text",
            description = "How events are written to standard error, one a line. Default: ${DEFAULT-VALUE}")
    private Format format;

    /** The forms of the log. */
    enum Format {
        TEXT,
        JSON
    }

    /** Takes effect if nothing was logged before. */
    public void apply() {
        System.setProperty(PROPERTY, format.name().toLowerCase(Locale.ROOT));
    }

    private static final class FormatConverter implements ITypeConverter<Format> {
        @Override
        public Format convert(String value) {
            return switch (value) {
                case "text" -> Format.TEXT;
                case "json" -> Format.JSON;
                default -> throw new TypeConversionException("must be text or json: '" + value + "'");
            };
        }
    }
}
