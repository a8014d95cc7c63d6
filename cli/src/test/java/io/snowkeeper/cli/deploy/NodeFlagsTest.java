package io.snowkeeper.cli.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The arithmetic of deploy/README.md: all bounded parts, and the rest for the unbounded ones. */
class NodeFlagsTest {

    private static final Path DEPLOY = Path.of("../deploy");
    private static final Pattern ARCHIVE = Pattern.compile("\"-XX:SharedArchiveFile=([^\"]+)\"");

    /** Stacks, the JVM's symbols and archives, the compiler's memory, memory that malloc keeps; in MiB. */
    private static final double REST = 64;

    /** G1's own memory, as a share of the heap. The JVM takes G1 from 1,792 MiB on, and a smaller collector below. */
    private static final double G1_SHARE = 0.2;

    @ParameterizedTest
    @ValueSource(longs = {NodeFlags.SMALLEST_LIMIT, 768, 1024, 1792, 2048, 4096, 65536})
    void heapAndAllElseFitIntoTheLimit(long limit) throws IOException {
        Flags flags = NodeFlags.ofTheImage();
        double heap = limit * flags.number("MaxRAMPercentage") / 100;
        double collector = limit < 1792 ? 0 : heap * G1_SHARE;

        assertThat(heap
                        + collector
                        + flags.mebibytes("MaxDirectMemorySize")
                        + flags.mebibytes("MaxMetaspaceSize")
                        + flags.mebibytes("ReservedCodeCacheSize")
                        + REST)
                .isLessThanOrEqualTo(limit);
    }

    @Test
    void aProcessThatIsOutOfMemoryEnds() throws IOException {
        assertThat(NodeFlags.ofTheImage().all()).contains("-XX:+ExitOnOutOfMemoryError");
    }

    @Test
    void theUnitHasTheFlagsOfTheImage() throws IOException {
        // The unit's process may write where the JVM puts its performance data; a container's may not.
        assertThat(NodeFlags.ofTheImage().all())
                .containsAll(NodeFlags.ofTheUnit().all())
                .hasSize(NodeFlags.ofTheUnit().all().size() + 1)
                .contains("-XX:-UsePerfData");
    }

    @Test
    void theUnitLimitsMemoryAndProcesses() throws IOException {
        assertThat(Files.readAllLines(DEPLOY.resolve("systemd/snowkeeper.service")))
                .contains("MemoryMax=%dM".formatted(NodeFlags.SMALLEST_LIMIT), "MemorySwapMax=0", "TasksMax=512");
    }

    @Test
    void theChartGivesAPodWhatTheFlagsFitInto() throws IOException {
        assertThat(new YAMLMapper()
                        .readTree(DEPLOY.resolve("helm/snowkeeper/values.yaml").toFile())
                        .at("/resources/limits/memory")
                        .asText())
                .isEqualTo(NodeFlags.SMALLEST_LIMIT + "Mi");
    }

    @Test
    void theDocumentsNameTheFlags() throws IOException {
        String readme = Files.readString(DEPLOY.resolve("README.md"));

        assertThat(NodeFlags.ofTheImage().all().stream().filter(flag -> flag.contains("=")))
                .isNotEmpty()
                .allSatisfy(flag -> assertThat(readme).contains("`" + flag + "`"));
    }

    @Test
    void theImageMakesTheArchiveOfClassesThatItsNodesAreToldOf() throws IOException {
        String image = Files.readString(DEPLOY.resolve("Dockerfile"));
        Matcher told = ARCHIVE.matcher(image);

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
