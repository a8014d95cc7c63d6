package io.snowkeeper.test;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.snowkeeper.testkit.process.JavaProcess;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/** The programs of docs/use/testing.md compile and do what they say. Alone, since the output of the JVM is theirs meanwhile. */
@Isolated
class TestingDocumentIT {

    private static final Pattern PROGRAM = Pattern.compile("^```java\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern NAME = Pattern.compile("^class (\\w+) ", Pattern.MULTILINE);

    @TempDir
    private static Path folder;

    private static URLClassLoader programs;

    @BeforeAll
    static void compile() throws Exception {
        String classPath =
                JavaProcess.ownClassPath().stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        List<String> arguments =
                new ArrayList<>(List.of("--release", "17", "-d", folder.toString(), "-classpath", classPath));
        Matcher program = PROGRAM.matcher(Files.readString(Path.of("..", "..", "docs", "use", "testing.md")));
        while (program.find()) {
            Matcher name = NAME.matcher(program.group(1));
            assertThat(name.find()).as(program.group(1)).isTrue();
            arguments.add(Files.writeString(folder.resolve(name.group(1) + ".java"), program.group(1))
                    .toString());
        }
        ByteArrayOutputStream messages = new ByteArrayOutputStream();
        int status =
                ToolProvider.getSystemJavaCompiler().run(null, messages, messages, arguments.toArray(String[]::new));
        assertThat(status).as(messages.toString(UTF_8)).isZero();
        programs = new URLClassLoader(new URL[] {folder.toUri().toURL()}, TestingDocumentIT.class.getClassLoader());
    }

    @Test
    void theProgramWithFakesDoesWhatItSays() throws Exception {
        PrintStream before = System.out;
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        System.setOut(new PrintStream(output, true, UTF_8));
        try {
            var main = programs.loadClass("Invoicing").getDeclaredMethod("main", String[].class);
            main.setAccessible(true);
            main.invoke(null, (Object) new String[0]);
        } finally {
            System.setOut(before);
        }
        assertThat(output.toString(UTF_8).lines())
                .containsExactly("4711 has number 1", "true", "4712 has number 2", "[1, 2]");
    }

    @Test
    void theTestOfJUnitPasses() throws Exception {
        SummaryGeneratingListener summary = new SummaryGeneratingListener();
        LauncherFactory.create()
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(selectClass(programs.loadClass("OrderTest")))
                                .build(),
                        summary);
        assertThat(summary.getSummary().getFailures()).isEmpty();
        assertThat(summary.getSummary().getTestsSucceededCount()).isEqualTo(3);
    }
}
