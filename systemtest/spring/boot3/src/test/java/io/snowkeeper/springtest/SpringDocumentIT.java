package io.snowkeeper.springtest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.client.SnowkeeperClient;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.testkit.process.JavaProcess;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The programs of docs/use/spring.md compile and do what they say, with client and member. */
class SpringDocumentIT {

    private static final Pattern PROGRAM = Pattern.compile("^```java\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern PACKAGE = Pattern.compile("^package (\\w+);", Pattern.MULTILINE);
    private static final Pattern NAME = Pattern.compile("^public class (\\w+) ", Pattern.MULTILINE);

    @TempDir
    private static Path folder;

    private static URLClassLoader programs;
    private static RealNode node;

    @BeforeAll
    static void start() throws Exception {
        Map<String, String> sources = sources();
        assertThat(sources).containsOnlyKeys("orders.Orders", "invoices.Invoices", "lines.Lines", "bills.Bills");
        List<String> arguments = new ArrayList<>(List.of(
                "-Xlint:all,-processing,-classfile,-path",
                "-Werror",
                "-parameters",
                "-proc:none",
                "--release",
                "17",
                "-d",
                folder.resolve("classes").toString(),
                "-classpath",
                JavaProcess.ownClassPath().stream()
                        .map(Path::toString)
                        .collect(Collectors.joining(File.pathSeparator))));
        for (Map.Entry<String, String> source : sources.entrySet()) {
            Path file = folder.resolve(source.getKey().replace('.', '/') + ".java");
            Files.createDirectories(file.getParent());
            Files.writeString(file, source.getValue());
            arguments.add(file.toString());
        }
        ByteArrayOutputStream messages = new ByteArrayOutputStream();
        int status =
                ToolProvider.getSystemJavaCompiler().run(null, messages, messages, arguments.toArray(String[]::new));
        assertThat(status).as(messages.toString(UTF_8)).isZero();
        programs = new URLClassLoader(
                new URL[] {folder.resolve("classes").toUri().toURL()}, SpringDocumentIT.class.getClassLoader());
        node = RealNode.start(folder.resolve("node"));
        try (SnowkeeperClient client = node.client()) {
            client.sequence("policies").allowingOverlap().create(SequenceMode.ORDERED, new NumberRange(1, 1000));
            client.sequence("bills").allowingOverlap().create(SequenceMode.GAPLESS, new NumberRange(1, 1000));
        }
    }

    @AfterAll
    static void stop() throws Exception {
        node.close();
        programs.close();
    }

    static Stream<String> sourcesOfIds() {
        return Stream.of("--snowkeeper.servers=" + node.servers(), "--snowkeeper.zookeeper=" + node.zooKeeper());
    }

    @ParameterizedTest
    @MethodSource("sourcesOfIds")
    void theProgramsDoWhatTheySay(String source) throws Exception {
        assertThat(run("orders.Orders", source)).isEqualTo("true\ntrue\n");
        assertThat(run("invoices.Invoices", source)).isEqualTo("true\n");
        assertThat(run("bills.Bills", source)).isEqualTo("true\ntrue\n");
        Path schema = Files.writeString(
                folder.resolve("schema.sql"), "create table line (id bigint primary key, text varchar(20))");
        assertThat(run("lines.Lines", source, "--spring.sql.init.schema-locations=" + schema.toUri()))
                .isEqualTo("true\n");
    }

    private static String run(String program, String... arguments) throws Exception {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(Applications.PATIENT);
        all.addAll(Applications.COMMON);
        all.add("--spring.main.web-application-type=none");
        all.add("--spring.jpa.hibernate.ddl-auto=create");
        PrintStream before = System.out;
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        System.setOut(new PrintStream(output, true, UTF_8));
        Thread.currentThread().setContextClassLoader(programs);
        try {
            programs.loadClass(program)
                    .getDeclaredMethod("main", String[].class)
                    .invoke(null, (Object) all.toArray(String[]::new));
        } finally {
            Thread.currentThread().setContextClassLoader(loader);
            System.setOut(before);
        }
        return output.toString(UTF_8).replace(System.lineSeparator(), "\n");
    }

    private static Map<String, String> sources() throws Exception {
        Map<String, String> sources = new LinkedHashMap<>();
        Matcher program = PROGRAM.matcher(Files.readString(Path.of("..", "..", "..", "docs", "use", "spring.md")));
        while (program.find()) {
            sources.put(first(PACKAGE, program.group(1)) + "." + first(NAME, program.group(1)), program.group(1));
        }
        return sources;
    }

    private static String first(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        assertThat(matcher.find()).as(text).isTrue();
        return matcher.group(1);
    }
}
