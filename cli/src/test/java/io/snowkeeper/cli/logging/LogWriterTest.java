package io.snowkeeper.cli.logging;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LogWriterTest {

    private final List<String> events = new ArrayList<>();
    private final PrintWriter writer = new PrintWriter(new LogWriter(events::add), true);

    @Test
    void eachLineIsAnEventWithoutTheProgramsName() {
        writer.println("snowkeeper: Unknown option: '--prot'");
        writer.print("Try 'snowkeeper serve --help'.\r\n\n");

        assertThat(events).containsExactly("Unknown option: '--prot'", "Try 'snowkeeper serve --help'.");
    }

    @Test
    void aLineIsNoEventBeforeItsEnd() {
        writer.print("snowkeeper n1 listens");
        writer.flush();
        assertThat(events).isEmpty();

        writer.close();
        assertThat(events).containsExactly("snowkeeper n1 listens");
    }
}
