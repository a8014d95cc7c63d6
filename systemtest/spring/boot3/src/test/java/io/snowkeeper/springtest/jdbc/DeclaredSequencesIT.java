package io.snowkeeper.springtest.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowkeeper.spring.NumberSequences;
import io.snowkeeper.springtest.Applications;
import io.snowkeeper.springtest.OnlyInFullOnSpring6;
import io.snowkeeper.springtest.RealNode;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.ConfigurableApplicationContext;

/** Sequences that an application declares in its settings. */
@OnlyInFullOnSpring6
class DeclaredSequencesIT {

    @TempDir
    private static Path folder;

    private static RealNode node;

    @BeforeAll
    static void start() throws Exception {
        node = RealNode.start(folder);
    }

    @AfterAll
    static void stop() {
        node.close();
    }

    private static ConfigurableApplicationContext application(String source, String... settings) {
        return Applications.start(
                JdbcApplication.class,
                Stream.concat(Stream.of(source), Stream.of(settings)).toArray(String[]::new));
    }

    @Test
    void theyAreMadeAtTheStartAndFoundAtTheNext() {
        String[] settings = {
            "snowkeeper.sequences.new_bills.mode=ordered",
            "snowkeeper.sequences.new_bills.range=1-9999",
            "snowkeeper.sequences.new_bills.options.format=RE-{n:0000}",
            "snowkeeper.sequences.new_bills.options.key-retention=30d"
        };
        for (String text : new String[] {"RE-0001", "RE-0002"}) {
            try (ConfigurableApplicationContext application =
                    application("snowkeeper.servers=" + node.servers(), settings)) {
                assertThat(application
                                .getBean(NumberSequences.class)
                                .sequence("new_bills")
                                .next(1)
                                .firstText())
                        .contains(text);
            }
        }
        assertThatThrownBy(() -> application(
                        "snowkeeper.servers=" + node.servers(),
                        "snowkeeper.sequences.new_bills.mode=gapless",
                        "snowkeeper.sequences.new_bills.range=1-9999"))
                .hasStackTraceContaining(
                        "The settings snowkeeper.sequences.new_bills cannot be used: the sequence exists, and cannot change its mode, step or periods: it has mode ordered, step 1, periods none");
    }

    @Test
    void whatOverlapsAnotherIsRefusedUnlessItMay() {
        String source = "snowkeeper.servers=" + node.servers();
        String mode = "snowkeeper.sequences.second.mode=block";
        String range = "snowkeeper.sequences.second.range=20000-30000";
        application(source, mode, range).close();
        String other = "snowkeeper.sequences.third.mode=block";
        String overlapping = "snowkeeper.sequences.third.range=30000-40000";

        assertThatThrownBy(() -> application(source, other, overlapping))
                .hasStackTraceContaining("The settings snowkeeper.sequences.third cannot be used: ");
        application(source, other, overlapping, "snowkeeper.sequences.third.allow-overlap=true")
                .close();
    }

    @Test
    void aMemberMakesNone() {
        assertThatThrownBy(() ->
                        application("snowkeeper.zookeeper=" + node.zooKeeper(), "snowkeeper.sequences.x.mode=gapless"))
                .hasStackTraceContaining("snowkeeper.sequences is set, and a member of a fleet creates no sequences.");
    }
}
