package io.snowkeeper.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.coordinator.zookeeper.ZooKeeperCoordinator;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceDefinition;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import io.snowkeeper.sequences.SequenceSettings;
import io.snowkeeper.sequences.Sequences;
import io.snowkeeper.sequences.fleet.FleetSequences;
import io.snowkeeper.testkit.curator.TemporaryZooKeeper;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The programs of docs/use/embedding.md compile and do what they say; and its fragments compile and run in the
 * surroundings that they assume.
 */
class EmbeddingDocumentIT {

    private static final Pattern PROGRAM = Pattern.compile("^```java\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern NAME = Pattern.compile("^class (\\w+) ", Pattern.MULTILINE);

    private static final String LINES = """
            import io.snowkeeper.core.*;
            import io.snowkeeper.core.sortable.*;
            import io.snowkeeper.core.text.*;
            import java.time.*;
            import java.util.*;
            import java.util.concurrent.atomic.*;

            class %s {
                SnowflakeGenerator ids = new SnowflakeGenerator(Layout.DEFAULT, 17);
                SortableGenerator sortable = new SortableGenerator(SortableLayout.MILLISECOND, 17);
                long id = ids.next();
                byte[] buffer = new byte[1_600];
                int offset;
                long floorMillis;
                long limitMillis = Long.MAX_VALUE - 1;
                long laterMillis = Long.MAX_VALUE;
                Reservation lease = Reservation.unlimited();

                public static void main(String[] arguments) {
                    new %s().run();
                    System.out.println(true);
                }

                void run() {
                    %s
                }
            }
            """;

    @TempDir
    private static Path folder;

    private static Map<String, String> sources;
    private static URLClassLoader programs;

    @BeforeAll
    static void compile() throws Exception {
        sources = sources();
        List<String> arguments = new ArrayList<>(List.of(
                "-Xlint:all",
                "-Xlint:-processing,-path,-classfile",
                "-Werror",
                "--release",
                "17",
                "-proc:none",
                "-d",
                folder.toString(),
                "-classpath",
                System.getProperty("java.class.path")));
        for (Map.Entry<String, String> source : sources.entrySet()) {
            Path file = folder.resolve(source.getKey() + ".java");
            Files.writeString(file, source.getValue());
            arguments.add(file.toString());
        }
        ByteArrayOutputStream messages = new ByteArrayOutputStream();
        int status =
                ToolProvider.getSystemJavaCompiler().run(null, messages, messages, arguments.toArray(String[]::new));
        assertThat(status).as(messages.toString(UTF_8)).isZero();
        programs = new URLClassLoader(new URL[] {folder.toUri().toURL()}, EmbeddingDocumentIT.class.getClassLoader());
    }

    @Test
    void allOfThemDoWhatTheySay() throws Exception {
        assertThat(sources).containsKeys("Orders", "Configured", "Policies", "Measured", "Invoices", "Lines10");
        try (TemporaryZooKeeper zooKeeper = TemporaryZooKeeper.onAnyPort()) {
            createPolicies(zooKeeper.getConnectString());
            for (String program : sources.keySet()) {
                assertThat(run(
                                program,
                                zooKeeper.getConnectString(),
                                folder.resolve("state").toString()))
                        .as(sources.get(program))
                        .isEqualTo("true\n");
            }
        }
    }

    private static void createPolicies(String connectString) throws Exception {
        SequenceDefinition policies = new SequenceDefinition(
                "policies", SequenceMode.BLOCK, List.of(new NumberRange(1, 1_000_000)), SequenceOptions.DEFAULT);
        try (Sequences sequences = FleetSequences.of(
                new ZooKeeperCoordinator(),
                SequenceSettings.of(connectString, "operator", Duration.ofSeconds(10))
                        .withTimeout(Duration.ofMinutes(1)))) {
            // There is no fleet to create it in before the first member has joined.
            LeasedIds.join(connectString, LeasedIdsOptions.named("first")).close();
            sequences.start();
            sequences.create(policies).toCompletableFuture().get();
        }
    }

    private static String run(String program, String... arguments) throws Exception {
        PrintStream before = System.out;
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        System.setOut(new PrintStream(output, true, UTF_8));
        try {
            var main = programs.loadClass(program).getDeclaredMethod("main", String[].class);
            main.setAccessible(true);
            main.invoke(null, (Object) arguments);
        } finally {
            System.setOut(before);
        }
        return output.toString(UTF_8).replace(System.lineSeparator(), "\n");
    }

    private static Map<String, String> sources() throws Exception {
        Map<String, String> sources = new LinkedHashMap<>();
        Matcher program = PROGRAM.matcher(Files.readString(Path.of("..", "..", "docs", "use", "embedding.md")));
        while (program.find()) {
            String text = program.group(1);
            Matcher name = NAME.matcher(text);
            String key = name.find() ? name.group(1) : "Lines" + sources.size();
            assertThat(sources.put(key, text.contains("void main(") ? text : LINES.formatted(key, key, text)))
                    .isNull();
        }
        return sources;
    }
}
