package io.snowkeeper.cli.logging;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.pattern.NopThrowableInformationConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.encoder.Encoder;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.LoggerFactory;

/** Entries as programs read them, and a terminal that shows them. */
class PrintableEncodersTest {

    /** A name that a stranger has chosen: it ends the line, colours the screen, and turns the direction of writing. */
    private static final String HOSTILE = "A\u001b[31m\r\nB\u0085\u202e\u2028\ud800\"";

    private final LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();

    static Stream<Encoder<ILoggingEvent>> encoders() {
        return Stream.of(new PrintableJsonEncoder(), new PrintableEcsEncoder());
    }

    private String encoded(Encoder<ILoggingEvent> encoder, String message, @Nullable Throwable failure) {
        encoder.setContext(context);
        encoder.start();
        LoggingEvent event =
                new LoggingEvent("", context.getLogger("io.snowkeeper.Test"), Level.WARN, message, failure, null);
        return new String(encoder.encode(event), UTF_8);
    }

    private JsonNode ecs(PrintableEcsEncoder encoder, String message, @Nullable Throwable failure) throws Exception {
        return new ObjectMapper().readTree(encoded(encoder, message, failure));
    }

    @ParameterizedTest
    @MethodSource("encoders")
    void whatATerminalWouldActOnIsEscaped(Encoder<ILoggingEvent> encoder) {
        assertThat(encoded(encoder, HOSTILE, new IllegalStateException(HOSTILE)))
                .matches("[\\x20-\\x7e]+\\n");
    }

    @Test
    void aProgramReadsTheMessageAsItWas() throws Exception {
        assertThat(ecs(new PrintableEcsEncoder(), "A\u001b[31m\r\nB\u202e", null)
                        .path("message")
                        .asText())
                .isEqualTo("A\u001b[31m\r\nB\u202e");
    }

    @Test
    void ecsTellsFailuresWithTheirStackTrace() throws Exception {
        JsonNode event = ecs(new PrintableEcsEncoder(), "it failed", new IllegalStateException("why"));

        assertThat(event.path("error.type").asText()).isEqualTo("java.lang.IllegalStateException");
        assertThat(event.path("error.message").asText()).isEqualTo("why");
        assertThat(event.path("error.stack_trace").asText()).contains("PrintableEncodersTest");
    }

    @Test
    void ecsTellsThoseOfLibrariesWithoutIt() throws Exception {
        PrintableEcsEncoder encoder = new PrintableEcsEncoder();
        NopThrowableInformationConverter nothing = new NopThrowableInformationConverter();
        nothing.start();
        encoder.setThrowableConverter(nothing);
        JsonNode event = ecs(encoder, "it failed", new IllegalStateException("why"));

        assertThat(event.path("error.message").asText()).isEqualTo("why");
        assertThat(event.path("error.stack_trace").asText()).isEmpty();
    }
}
