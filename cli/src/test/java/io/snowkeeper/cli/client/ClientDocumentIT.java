package io.snowkeeper.cli.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.common.KeyValue;
import io.micrometer.core.instrument.MeterRegistry;
import io.snowkeeper.cli.LocalFleet;
import io.snowkeeper.client.SnowkeeperClient;
import io.snowkeeper.client.SnowkeeperClientBuilder;
import io.snowkeeper.client.TlsFiles;
import io.snowkeeper.core.sortable.SortableId;
import io.snowkeeper.testkit.tls.TestCa;
import java.io.ByteArrayOutputStream;
import java.io.File;
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
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The programs of docs/use/client.md and docs/use/business-numbers.md compile and do what they say. */
class ClientDocumentIT {

    private static final Pattern PROGRAM = Pattern.compile("^```java\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern NAME = Pattern.compile("^class (\\w+) ", Pattern.MULTILINE);

    /** Written behind a program's own times, in a copy of it that is run: a busy machine may take longer than these. */
    private static final String PATIENCE = Stream.of("deadline", "deadlineWhileAway", "attemptTimeout")
            .map(time -> ".%s(java.time.Duration.ofMinutes(1))".formatted(time))
            .collect(Collectors.joining());

    private static final String PATIENT = "Patiently";

    @TempDir
    private static Path folder;

    private static URLClassLoader programs;

    @BeforeAll
    static void compile() throws Exception {
        Map<String, String> sources = sources();
        assertThat(sources)
                .containsOnlyKeys(
                        "Orders", "Keys", "Configured", "Policies", "Ranges", "Encrypted", "Measured", "Invoices");
        Map.copyOf(sources)
                .forEach((name, program) -> sources.put(
                        name + PATIENT,
                        program.replace("class " + name + " ", "class " + name + PATIENT + " ")
                                .replace(".build()", PATIENCE + ".build()")));
        List<String> arguments = new ArrayList<>(List.of(
                "-Xlint:all",
                "-Werror",
                "--release",
                "17",
                "-d",
                folder.toString(),
                "-classpath",
                Stream.of(SnowkeeperClient.class, SortableId.class, MeterRegistry.class, KeyValue.class)
                        .map(ClientDocumentIT::locationOf)
                        .collect(Collectors.joining(File.pathSeparator))));
        for (Map.Entry<String, String> source : sources.entrySet()) {
            Path file = folder.resolve(source.getKey() + ".java");
            Files.writeString(file, source.getValue());
            arguments.add(file.toString());
        }
        ByteArrayOutputStream messages = new ByteArrayOutputStream();
        int status =
                ToolProvider.getSystemJavaCompiler().run(null, messages, messages, arguments.toArray(String[]::new));
        assertThat(status).as(messages.toString(UTF_8)).isZero();
        programs = new URLClassLoader(new URL[] {folder.toUri().toURL()}, ClientDocumentIT.class.getClassLoader());
    }

    private static String locationOf(Class<?> type) {
        return type.getProtectionDomain().getCodeSource().getLocation().getPath();
    }

    @Test
    void theProgramsForAFleetDoWhatTheySay() throws Exception {
        try (LocalFleet fleet = new LocalFleet(folder)) {
            fleet.serve("n0", "--state-dir", "none");
            awaitIds(SnowkeeperClient.builder().servers(fleet.addresses()));
            assertThat(run("Orders", fleet.addresses())).isEqualTo("true\n");
            assertThat(run("Keys", fleet.addresses())).isEqualTo("true\n");
            assertThat(run("Configured", fleet.addresses())).isEqualTo("true\n");
            assertThat(run("Policies", fleet.addresses())).isEqualTo("true\ntrue\n");
            assertThat(run("Measured", fleet.addresses())).isEqualTo("true\n");
            assertThat(run("Invoices", fleet.addresses())).isEqualTo("true\n");
            assertThat(run("Ranges", fleet.addresses(), "0123456789abcdef")).isEqualTo("true\n");
        }
    }

    @Test
    void theProgramForTlsDoesWhatItSays() throws Exception {
        TestCa authority = TestCa.in(folder, "authority");
        TestCa.Issued server = authority.issue("server");
        TestCa.Issued ours = authority.issue("ours");
        try (LocalFleet fleet = new LocalFleet(folder.resolve("encrypted"))) {
            fleet.serve(
                    "n0",
                    "--tls-certificate",
                    server.certificate().toString(),
                    "--tls-key",
                    server.key().toString(),
                    "--tls-client-ca",
                    authority.file().toString());
            awaitIds(SnowkeeperClient.builder()
                    .servers(fleet.addresses())
                    .tls(TlsFiles.trusting(authority.file()).withIdentity(ours.certificate(), ours.key())));
            assertThat(run(
                            "Encrypted",
                            fleet.addresses(),
                            authority.file().toString(),
                            ours.certificate().toString(),
                            ours.key().toString()))
                    .isEqualTo("true\n");
        }
    }

    /** A node that was just started has no worker id for a moment, and the programs have short deadlines. */
    private static void awaitIds(SnowkeeperClientBuilder builder) {
        try (SnowkeeperClient client = builder.deadline(Duration.ofMinutes(1)).build()) {
            client.next();
        }
    }

    private static String run(String program, String... arguments) throws Exception {
        PrintStream before = System.out;
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        System.setOut(new PrintStream(output, true, UTF_8));
        try {
            var main = programs.loadClass(program + PATIENT).getDeclaredMethod("main", String[].class);
            main.setAccessible(true);
            main.invoke(null, (Object) arguments);
        } finally {
            System.setOut(before);
        }
        return output.toString(UTF_8).replace(System.lineSeparator(), "\n");
    }

    private static Map<String, String> sources() throws Exception {
        Map<String, String> sources = new LinkedHashMap<>();
        Path documents = Path.of("..", "docs", "use");
        Matcher program = PROGRAM.matcher(Files.readString(documents.resolve("client.md"))
                + Files.readString(documents.resolve("business-numbers.md")));
        while (program.find()) {
            Matcher name = NAME.matcher(program.group(1));
            assertThat(name.find()).as(program.group(1)).isTrue();
            sources.put(name.group(1), program.group(1));
        }
        return sources;
    }
}
