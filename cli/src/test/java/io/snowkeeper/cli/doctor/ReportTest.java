package io.snowkeeper.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReportTest {

    private final StringWriter text = new StringWriter();
    private final PrintWriter out = new PrintWriter(text);

    private static Report report() throws InterruptedException {
        return Report.of(
                "n1",
                List.of(
                        () -> List.of(Finding.ok("java", "Java 21"), Finding.warning("memory", "little")),
                        List::of,
                        () -> List.of(Finding.failed("zookeeper", "gone\u001b[2J; start it"))));
    }

    @Test
    void eachFindingIsALineThatDoesNothingToTheTerminal() throws Exception {
        report().print(out);

        assertThat(text.toString()).isEqualTo("""
                ok       java            Java 21
                warning  memory          little
                failed   zookeeper       gone\\u001b[2J; start it
                1 ok, 1 warnings, 1 failed
                """);
    }

    @Test
    void inJsonAllAreOneLine() throws Exception {
        report().printJson(out);

        assertThat(text.toString())
                .isEqualTo("{\"node\":\"n1\",\"ok\":1,\"warning\":1,\"failed\":1,\"checks\":["
                        + "{\"check\":\"java\",\"outcome\":\"ok\",\"text\":\"Java 21\"},"
                        + "{\"check\":\"memory\",\"outcome\":\"warning\",\"text\":\"little\"},"
                        + "{\"check\":\"zookeeper\",\"outcome\":\"failed\",\"text\":\"gone\\u001B[2J; start it\"}]}\n");
    }
}
