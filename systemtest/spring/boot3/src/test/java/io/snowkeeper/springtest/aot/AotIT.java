package io.snowkeeper.springtest.aot;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.springtest.Applications;
import io.snowkeeper.springtest.RealNode;
import io.snowkeeper.testkit.extent.OnlyInFull;
import io.snowkeeper.testkit.process.JavaProcess;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An application that is processed ahead of time, as for a native image, and run by Java. */
@OnlyInFull
class AotIT {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private static final List<String> SETTINGS = Stream.concat(
                    Applications.PATIENT.stream(),
                    Stream.of(
                            "--spring.main.web-application-type=none",
                            "--spring.datasource.generate-unique-name=true",
                            "--spring.jpa.hibernate.ddl-auto=create",
                            "--spring.autoconfigure.exclude=org.springframework.boot.autoconfigure.r2dbc.R2dbcAutoConfiguration,"
                                    + "org.springframework.boot.r2dbc.autoconfigure.R2dbcAutoConfiguration"))
            .toList();

    @TempDir
    private static Path node;

    private static RealNode fleet;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() throws Exception {
        fleet = RealNode.start(node);
    }

    @AfterAll
    static void stop() {
        fleet.close();
    }

    @Test
    void aMemberGetsItsSettingWhenItRuns() throws Exception {
        List<Path> processed = processed(JavaProcess.ownClassPath());

        assertThat(run(processed, "--snowkeeper.zookeeper=" + fleet.zooKeeper()))
                .contains("is larger: true", "entity: true", "numbers: any1", "health: true");
        assertThat(run(processed, "--snowkeeper.servers=" + fleet.servers()))
                .contains(
                        "The application was processed ahead of time for snowkeeper.zookeeper, and snowkeeper.servers is set.",
                        "Set snowkeeper.servers, to any value, where the application is processed.");
    }

    @Test
    void aClientGetsItsSettingWhenItRuns() throws Exception {
        List<Path> processed = processed(JavaProcess.ownClassPath().stream()
                .filter(path -> !path.toString().contains("embedded"))
                .toList());

        assertThat(run(processed, "--snowkeeper.servers=" + fleet.servers()))
                .contains("is larger: true", "entity: true", "numbers: any1", "health: true");
        assertThat(run(processed))
                .contains(
                        "Snowkeeper does not know where ids come from: neither snowkeeper.servers nor snowkeeper.zookeeper is set.");
    }

    @Test
    void aNativeImageIsToldOfTheGeneratorOfEntities() throws Exception {
        processed(JavaProcess.ownClassPath());

        try (Stream<Path> files = Files.walk(folder.resolve("resources"))) {
            assertThat(files.filter(file -> file.toString().endsWith(".json")))
                    .anySatisfy(file ->
                            assertThat(file).content().contains("io.snowkeeper.spring.id.HibernateIdGenerator"));
        }
    }

    @Test
    void whatIsSetWhereItIsProcessedDecides() throws Exception {
        List<Path> processed = processed(JavaProcess.ownClassPath(), "--snowkeeper.servers=127.0.0.1:1");

        assertThat(run(processed, "--snowkeeper.servers=" + fleet.servers())).contains("is larger: true");
    }

    /** Processes the application, and returns the class path with what came of it. */
    private List<Path> processed(List<Path> classPath, String... settings) throws Exception {
        Path sources = folder.resolve("sources");
        Path resources = folder.resolve("resources");
        Path classes = folder.resolve("classes");
        List<String> arguments = new ArrayList<>(List.of(
                AotApplication.class.getName(),
                sources.toString(),
                resources.toString(),
                classes.toString(),
                "io.snowkeeper",
                "aot"));
        arguments.addAll(SETTINGS);
        arguments.addAll(List.of(settings));
        end(List.of(), classPath, "org.springframework.boot.SpringApplicationAotProcessor", arguments);

        List<Path> whole = new ArrayList<>(List.of(classes, resources));
        whole.addAll(classPath);
        List<String> compiled = new ArrayList<>(List.of(
                "-proc:none",
                "-d",
                Files.createDirectories(classes).toString(),
                "-classpath",
                whole.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator))));
        try (Stream<Path> files = Files.walk(sources)) {
            files.map(Path::toString).filter(file -> file.endsWith(".java")).forEach(compiled::add);
        }
        ByteArrayOutputStream messages = new ByteArrayOutputStream();
        int status =
                ToolProvider.getSystemJavaCompiler().run(null, messages, messages, compiled.toArray(String[]::new));
        assertThat(status).as(messages.toString(UTF_8)).isZero();
        return whole;
    }

    private String run(List<Path> classPath, String... settings) throws Exception {
        return end(
                List.of("-Dspring.aot.enabled=true"),
                classPath,
                AotApplication.class.getName(),
                Stream.concat(SETTINGS.stream(), Stream.of(settings)).toList());
    }

    private String end(List<String> options, List<Path> classPath, String main, List<String> arguments)
            throws Exception {
        Path log = Files.createTempFile(folder, "log", ".txt");
        List<String> all = new ArrayList<>(JavaProcess.QUICK);
        all.addAll(options);
        try (JavaProcess process =
                JavaProcess.start(List.of(), all, JavaProcess.mainClass(classPath, main), arguments, Map.of(), log)) {
            assertThat(process.awaitEnd(PATIENCE)).as(main).isTrue();
        }
        return Files.readString(log);
    }
}
