package io.snowkeeper.cli.deploy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.io.TempDirFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The script that finds Java and starts the program, with Javas that only say how they were called. */
class LauncherTest {

    /** How each start is. */
    private static final String EACH_START = "[-XX:CompileThresholdScaling=3][-XX:PerfDataSamplingInterval=1000]";

    private static final String SMALL_MEMORY =
            "[-XX:+UnlockDiagnosticVMOptions][-XX:+UnlockExperimentalVMOptions][-XX:ArchiveRelocationMode=0]"
                    + "[-XX:TrimNativeHeapInterval=10000]";

    private static final FileTime TIME_OF_JAR = FileTime.from(Instant.parse("2026-10-20T00:00:00Z"));

    private static final String NEED = "install Java 17 or later (Debian: apt-get install openjdk-17-jre-headless), "
            + "or set JAVA_HOME to where one is";

    /** On disk: it is run from there, which a file system in memory may not allow. */
    @TempDir(factory = TempDirFactory.Standard.class)
    private Path folder;

    private Path launcher;

    /** Replaces PATH: the tools that the script needs, and no Java. */
    private Path tools;

    @BeforeEach
    void install() throws IOException {
        folder = folder.toRealPath();
        launcher = Files.createDirectories(folder.resolve("a home/bin")).resolve("snowkeeper");
        Files.copy(Path.of("../deploy/dist/src/bin/snowkeeper"), launcher);
        executable(launcher);
        tools = Files.createDirectory(folder.resolve("tools"));
        for (String tool : List.of("dirname", "readlink", "sed")) {
            Files.copy(find(tool), tools.resolve(tool));
        }
        Path jar = Files.createFile(
                Files.createDirectories(folder.resolve("a home/lib")).resolve("snowkeeper.jar"));
        Files.setLastModifiedTime(jar, TIME_OF_JAR);
    }

    private Path archive(String build, FileTime time) throws IOException {
        Path archive = folder.resolve("a home/lib/snowkeeper-" + build + ".jsa");
        Files.writeString(archive, "classes");
        return Files.setLastModifiedTime(archive, time);
    }

    private void program(Path file, String script) throws IOException {
        Files.writeString(file, "#!/bin/sh\n" + script);
        executable(file);
    }

    /** Gives the launcher a script that makes archives and only writes its arguments. */
    private Path archiveMaker() throws IOException {
        Path asked = folder.resolve("asked");
        program(launcher.resolveSibling("class-archive"), "printf '[%s]' \"$@\" > '" + asked + "'\n");
        return asked;
    }

    private static Path find(String tool) {
        return List.of("/usr/bin", "/bin").stream()
                .map(place -> Path.of(place, tool))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow();
    }

    private static void executable(Path file) throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** Makes a Java that says its version only if asked, and else its name and its arguments, each in brackets. */
    private Path java(String name, String version) throws IOException {
        Path home = folder.resolve(name);
        Path program = Files.createDirectories(home.resolve("bin")).resolve("java");
        Files.writeString(program, """
                #!/bin/sh
                if [ "$1" = -version ]; then echo 'openjdk version "%s" 2026-10-20' >&2; exit; fi
                printf '%s'; printf '[%%s]' "$@"
                """.formatted(version, name));
        executable(program);
        return home;
    }

    private Path javaThatTells(String name, String version) throws IOException {
        return javaThatTells(name, version, "gnu");
    }

    private Path javaThatTells(String name, String version, String libc) throws IOException {
        Path home = java(name, "none");
        Files.writeString(
                home.resolve("release"),
                "IMPLEMENTOR=\"x\"\nJAVA_RUNTIME_VERSION=\"%s+6-x\"\nJAVA_VERSION=\"%s\"\nLIBC=\"%s\"\n"
                        .formatted(version, version, libc));
        return home;
    }

    private record Answer(int status, String said) {}

    private Answer run(Map<String, String> environment, String... arguments) throws Exception {
        ProcessBuilder builder = new ProcessBuilder().redirectErrorStream(true);
        builder.command().add(launcher.toString());
        builder.command().addAll(List.of(arguments));
        builder.environment().clear();
        builder.environment().put("PATH", tools.toString());
        builder.environment().putAll(environment);
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), UTF_8);
        return new Answer(process.waitFor(), said);
    }

    /** Runs the script that makes archives where the launcher would have it, without arguments. */
    private Answer runArchiveScript() throws Exception {
        launcher = Files.copy(Path.of("../deploy/class-archive"), launcher.resolveSibling("class-archive"));
        executable(launcher);
        return run(Map.of("PATH", System.getenv("PATH")));
    }

    private Map<String, String> javaHome(Path home) {
        return Map.of("JAVA_HOME", home.toString());
    }

    private String jar() {
        return "[-jar][" + folder.resolve("a home/lib/snowkeeper.jar") + "]";
    }

    @Test
    void theJavaOfJavaHomeGoesBeforeThatOfThePath() throws Exception {
        Path home = javaThatTells("ours", "17.0.15");
        Path other = javaThatTells("other", "21.0.1");
        Map<String, String> environment = new TreeMap<>(javaHome(home));
        environment.put("PATH", other.resolve("bin") + ":" + tools);

        assertThat(run(environment, "decompose", "1 2"))
                .isEqualTo(new Answer(0, "ours" + EACH_START + SMALL_MEMORY + jar() + "[decompose][1 2]"));
    }

    @Test
    void withoutJavaHomeItIsThatOfThePathAlsoBehindLinks() throws Exception {
        Path java = javaThatTells("linked", "25").resolve("bin/java");
        Files.createSymbolicLink(tools.resolve("java"), java);
        launcher = Files.createSymbolicLink(folder.resolve("link"), launcher);

        assertThat(run(Map.of(), "--version"))
                .isEqualTo(new Answer(0, "linked" + EACH_START + SMALL_MEMORY + jar() + "[--version]"));
    }

    @Test
    void aJavaWithoutAFileThatTellsItsVersionIsAsked() throws Exception {
        assertThat(run(javaHome(java("asked", "22-ea")), "x"))
                .isEqualTo(new Answer(0, "asked" + EACH_START + jar() + "[x]"));
    }

    @Test
    void optionsOfJavaAreWords() throws Exception {
        Map<String, String> environment = new TreeMap<>(javaHome(javaThatTells("ours", "17")));
        environment.put("JAVA_OPTS", "-Xmx1g  -Dname=value");

        assertThat(run(environment, "serve"))
                .isEqualTo(new Answer(0, "ours" + EACH_START + "[-Xmx1g][-Dname=value]" + jar() + "[serve]"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "17",
                "17-ea",
                "17.0.2-ea",
                "17.0.8",
                "17.0.8.1",
                "18.0.2",
                "19",
                "20.0.1",
                "21",
                "22",
                "24",
                "26"
            })
    void aJavaThatRefusesFlagsOfMemoryIsNotGivenThem(String version) throws Exception {
        assertThat(run(javaHome(javaThatTells("ours", version)), "x"))
                .isEqualTo(new Answer(0, "ours" + EACH_START + jar() + "[x]"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"17.0.9", "17.0.15", "21.0.1", "21.0.10", "25", "25.0.3"})
    void othersAre(String version) throws Exception {
        assertThat(run(javaHome(javaThatTells("ours", version)), "x").said()).contains(SMALL_MEMORY);
    }

    @Test
    void withAnotherLibraryOfCItWarnsOfThem() throws Exception {
        assertThat(run(javaHome(javaThatTells("ours", "17.0.15", "musl")), "x"))
                .isEqualTo(new Answer(0, "ours" + EACH_START + jar() + "[x]"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-XX:+UseZGC", "-XX:-UseCompressedOops", "-Xmx40g", "-Xmx32G", "-Xmx128g"})
    void whereNoArchiveFitsNoneIsNamed(String option) throws Exception {
        archive("17+6-x", TIME_OF_JAR);
        Map<String, String> environment = new TreeMap<>(javaHome(javaThatTells("ours", "17")));
        environment.put("JAVA_OPTS", option);

        assertThat(run(environment, "serve").said()).doesNotContain("SharedArchiveFile");
    }

    @ParameterizedTest
    @ValueSource(strings = {"JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"})
    void anotherArchiveMayBeNamedInTheEnvironment(String variable) throws Exception {
        archive("25+6-x", TIME_OF_JAR);
        Map<String, String> environment = new TreeMap<>(javaHome(javaThatTells("ours", "25")));
        environment.put(variable, "-XX:SharedArchiveFile=mine.jsa");

        assertThat(run(environment, "serve").said()).doesNotContain("AOTCache");
    }

    @Test
    void anArchiveOfTheTimeOfTheJarIsTaken() throws Exception {
        Path archive = archive("17+6-x", TIME_OF_JAR);

        assertThat(run(javaHome(javaThatTells("ours", "17")), "serve"))
                .isEqualTo(new Answer(
                        0,
                        "ours" + EACH_START + "[-XX:SharedArchiveFile=" + archive + "][-Xlog:cds*=off]" + jar()
                                + "[serve]"));
    }

    @Test
    void fromJava24OnItIsACacheAheadOfTime() throws Exception {
        for (String version : List.of("24", "25.0.3")) {
            Path archive = archive(version + "+6-x", TIME_OF_JAR);

            assertThat(run(javaHome(javaThatTells("java" + version, version)), "x")
                            .said())
                    .contains("[-XX:AOTCache=" + archive + "][-Xlog:aot*=off]" + jar());
        }
    }

    @Test
    void anArchiveOfAnotherJarOrAnotherJavaIsNotTaken() throws Exception {
        Path home = javaThatTells("ours", "17");
        archive("17+7-x", TIME_OF_JAR);
        for (int seconds : List.of(-1, 1)) {
            archive("17+6-x", FileTime.from(TIME_OF_JAR.toInstant().plusSeconds(seconds)));

            assertThat(run(javaHome(home), "serve")).isEqualTo(new Answer(0, "ours" + EACH_START + jar() + "[serve]"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"-Xshare:off", "-XX:SharedArchiveFile=mine.jsa", "-XX:AOTMode=off"})
    void whoSaysWhichArchiveToTakeIsObeyed(String option) throws Exception {
        archive("17+6-x", TIME_OF_JAR);
        Map<String, String> environment = new TreeMap<>(javaHome(javaThatTells("ours", "17")));
        environment.put("JAVA_OPTS", option);

        assertThat(run(environment, "serve"))
                .isEqualTo(new Answer(0, "ours" + EACH_START + "[" + option + "]" + jar() + "[serve]"));
    }

    @Test
    void theArchiveThatItWillTakeIsMadeOnCommand() throws Exception {
        Path asked = archiveMaker();
        Path home = javaThatTells("ours", "17");

        assertThat(run(javaHome(home), "class-archive")).isEqualTo(new Answer(0, ""));
        assertThat(asked).hasContent(madeOf(home));
    }

    private String madeOf(Path javaHome) {
        Path lib = folder.resolve("a home/lib");
        return "[%s/bin/java][%s/snowkeeper.jar][%s/snowkeeper-17+6-x.jsa]".formatted(javaHome, lib, lib);
    }

    @Test
    void withoutArgumentsTheScriptThatMakesArchivesAsksTheLauncherBesideIt() throws Exception {
        program(launcher, "printf '[%s]' \"$@\"\n");

        assertThat(runArchiveScript()).isEqualTo(new Answer(0, "[class-archive]"));
    }

    @Test
    void withoutALauncherItSaysWhatItTakes() throws Exception {
        Files.delete(launcher);

        Answer answer = runArchiveScript();
        assertThat(answer.status()).isEqualTo(2);
        assertThat(answer.said()).contains("    class-archive JAVA JAR ARCHIVE\n");
    }

    /** The charset of the locale is ASCII in the first four, of which Java could not read an argument beyond that. */
    @ParameterizedTest
    @CsvSource({
        ",,,C.UTF-8",
        "C,,de_DE.UTF-8,C.UTF-8",
        ",POSIX,,C.UTF-8",
        ",,C,C.UTF-8",
        "de_DE.UTF-8,,,de_DE.UTF-8",
        ",C.UTF-8,,",
        ",,de_DE,",
        ",ja_JP.eucJP,C,"
    })
    void withoutALocaleArgumentsAreUtf8(String all, String type, String lang, String said) throws Exception {
        Path home = javaThatTells("ours", "17");
        Files.writeString(home.resolve("bin/java"), "#!/bin/sh\necho \"$LC_ALL\"\n");
        Map<String, String> environment = new TreeMap<>(javaHome(home));
        Map<String, String> locale = new TreeMap<>();
        locale.put("LC_ALL", all);
        locale.put("LC_CTYPE", type);
        locale.put("LANG", lang);
        locale.values().removeIf(Objects::isNull);
        environment.putAll(locale);

        assertThat(run(environment, "serve")).isEqualTo(new Answer(0, Objects.requireNonNullElse(said, "") + "\n"));
    }

    @Test
    void whereThereIsNoJavaItSaysWhatToDo() throws Exception {
        assertThat(run(Map.of())).isEqualTo(new Answer(1, "snowkeeper: there is no Java; " + NEED + "\n"));
    }

    @Test
    void aJavaHomeWithoutJavaIsNotPassedOver() throws Exception {
        Files.createSymbolicLink(
                tools.resolve("java"), javaThatTells("fine", "17").resolve("bin/java"));

        assertThat(run(Map.of("JAVA_HOME", "/nowhere")))
                .isEqualTo(new Answer(1, "snowkeeper: JAVA_HOME has no bin/java: JAVA_HOME=/nowhere; " + NEED + "\n"));
    }

    @Test
    void aJavaThatIsTooOldIsRefusedWithItsVersion() throws Exception {
        for (String version : List.of("1.8.0_412", "11.0.2", "16")) {
            Path told = javaThatTells("told" + version, version);
            Path asked = java("asked" + version, version);

            for (Path home : List.of(told, asked)) {
                assertThat(run(javaHome(home)))
                        .isEqualTo(new Answer(
                                1,
                                "snowkeeper: %s/bin/java is too old: version=%s; %s\n".formatted(home, version, NEED)));
            }
        }
    }

    @Test
    void aJavaOfNoVersionIsRefused() throws Exception {
        Path home = java("odd", "none");

        assertThat(run(javaHome(home)))
                .isEqualTo(new Answer(
                        1, "snowkeeper: the version of %s/bin/java is not known; %s\n".formatted(home, NEED)));
    }
}
