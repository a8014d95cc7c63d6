package io.snowkeeper.cli.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.testkit.node.NodeProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The archive of classes that the image has, made here by the script that makes it there. */
class ClassArchiveIT {

    private static final Path SCRIPT = Path.of("../deploy/class-archive").toAbsolutePath();
    private static final String FROM_THE_ARCHIVE = "source: shared objects file";
    private static final Pattern OPTION = Pattern.compile("\"-XX:SharedArchiveFile=([^\"]+)\"");

    @TempDir
    private Path folder;

    /** For short lives: how thoroughly code is compiled is nothing to the archive. */
    private static List<String> quick(Flags flags) {
        List<String> options = new ArrayList<>(flags.all());
        options.add("-XX:TieredStopAtLevel=1");
        return options;
    }

    private Path make() throws Exception {
        Path archive = folder.resolve("snowkeeper.jsa");
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        ProcessBuilder script = new ProcessBuilder(
                        SCRIPT.toString(), java.toString(), NodeProcess.jar().toString(), archive.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("script.txt").toFile());
        script.environment().keySet().removeIf(variable -> variable.startsWith("SNOWKEEPER_"));
        // The image's environment is not for the run that makes the archive.
        script.environment().put("SNOWKEEPER_BIND", "192.0.2.1");
        script.environment().put("JAVA_TOOL_OPTIONS", String.join(" ", quick(NodeFlags.ofTheImage())));
        int status = script.start().waitFor();
        assertThat(status).as(Files.readString(folder.resolve("script.txt"))).isZero();
        return archive;
    }

    /** Starts a node as the image does, and returns its JVM's log of loaded classes. */
    private List<String> loadedBy(Path archive, String collector) throws Exception {
        Path loaded = folder.resolve("loaded" + collector + ".txt");
        List<String> options = quick(NodeFlags.ofTheImage());
        options.addAll(List.of(
                "-XX:+Use" + collector,
                "-XX:SharedArchiveFile=" + archive,
                "-Xlog:class+load:file=%s:none:filecount=0".formatted(loaded)));
        try (NodeProcess node = NodeProcess.startWith(
                folder.resolve(collector),
                options,
                List.of("serve", "--port", "0", "--embedded-zookeeper-port", "0"))) {
            node.awaitWorkerId();
            node.stop();
        }
        return Files.readAllLines(loaded);
    }

    private static Stream<String> ours(List<String> loaded) {
        return loaded.stream().filter(line -> line.startsWith("io.snowkeeper.") && !line.contains("$$Lambda"));
    }

    @Test
    void aNodeFindsItsClassesInItWhateverCollectorTheJvmChooses() throws Exception {
        Path archive = make();

        for (String collector : List.of("SerialGC", "G1GC")) {
            List<String> loaded = loadedBy(archive, collector);
            long all = ours(loaded).count();
            long found =
                    ours(loaded).filter(line -> line.endsWith(FROM_THE_ARCHIVE)).count();
            assertThat(all).as(collector).isGreaterThan(200);
            assertThat(found).as("%s: of %d classes", collector, all).isGreaterThan(all * 9 / 10);
        }
    }

    @Test
    void aNodeStartsWithoutIt() throws Exception {
        List<String> loaded = loadedBy(folder.resolve("none.jsa"), "SerialGC");

        assertThat(ours(loaded)).isNotEmpty().noneMatch(line -> line.endsWith(FROM_THE_ARCHIVE));
    }

    @Test
    void theImageMakesTheOneThatItsNodesAreToldOf() throws IOException {
        String image = Files.readString(Path.of("../deploy/Dockerfile"));
        Matcher told = OPTION.matcher(image);

        assertThat(told.find()).isTrue();
        assertThat(image)
                .contains("/opt/snowkeeper/class-archive /opt/java/bin/java /opt/snowkeeper/snowkeeper.jar "
                        + told.group(1));
        assertThat(image.indexOf("JAVA_TOOL_OPTIONS="))
                .as("the options of Java are set before the archive is made")
                .isPositive()
                .isLessThan(image.indexOf("RUN /opt/java/bin/java"));
    }
}
