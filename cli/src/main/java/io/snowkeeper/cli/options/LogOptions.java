package io.snowkeeper.cli.options;

import io.snowkeeper.cli.logging.PrintableEcsEncoder;
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
            paramLabel = "text|json|ecs",
            converter = FormatConverter.class,
            defaultValue = "text",
            description = {
                "How events are written to standard error, one a line: as text, as JSON, or as JSON by the Elastic Common Schema.",
                "Default: ${DEFAULT-VALUE}"
            })
    private Format format;

    /** The forms of the log. */
    enum Format {
        TEXT,
        JSON,
        ECS
    }

    /**
     * Takes effect if nothing was logged before.
     *
     * @param node the node's name, for forms of the log that tell it
     */
    public void apply(String node) {
        System.setProperty(PrintableEcsEncoder.NODE_PROPERTY, node);
        apply();
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
                case "ecs" -> Format.ECS;
                default -> throw new TypeConversionException("must be text, json or ecs: '" + value + "'");
            };
        }
    }
}
