package io.snowkeeper.releasetest.staged;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.releasetest.machine.Project;
import io.snowkeeper.testkit.extent.OnlyInFull;
import io.snowkeeper.testkit.net.Ports;
import io.snowkeeper.testkit.node.NodeProcess;
import io.snowkeeper.testkit.process.JavaProcess;
import io.snowkeeper.testkit.process.Shell;
import java.io.File;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.io.TempDirFactory;

/** A user's program with the staged release and Maven Central, and an empty local repository. */
@OnlyInFull
@ExtendWith(Staging.Resolver.class)
class SampleProjectIT {

    @TempDir(factory = TempDirFactory.Standard.class)
    private static Path folder;

    private static Path localRepository;
    private static List<Path> classPath;

    @BeforeAll
    static void compile(Staging staging) throws Exception {
        localRepository = staging.localRepository();
        Path sample = folder.resolve("sample");
        Checkout.copy(Path.of("src/sample").toAbsolutePath(), sample);
        Path list = folder.resolve("class-path.txt");
        staging.build(sample, "compile", "dependency:build-classpath", "-Dmdep.outputFile=" + list);
        classPath = new ArrayList<>(List.of(sample.resolve("target/classes")));
        Stream.of(Files.readString(list).strip().split(File.pathSeparator))
                .map(Path::of)
                .forEach(classPath::add);
    }

    /** Runs a class of the sample, and returns its output. */
    private static String run(String mainClass, String... arguments) throws IOException {
        return Shell.run(JavaProcess.command(
                        List.of(), JavaProcess.mainClass(classPath, "sample." + mainClass), List.of(arguments))
                .toArray(String[]::new));
    }

    @Test
    void itHasTheLibrariesFromTheReleaseAndNoneThatItDidNotAskFor() {
        assertThat(classPath.stream()
                        .map(part -> part.getFileName().toString())
                        .filter(name -> name.startsWith("snowkeeper")))
                .containsExactlyInAnyOrderElementsOf(Stream.of(
                                "core", "client", "coordinator", "sequences", "embedded", "spring-boot-starter", "test")
                        .map(library -> "snowkeeper-%s-%s.jar".formatted(library, Project.VERSION))
                        .toList());
        assertThat(classPath).allMatch(part -> part.startsWith(folder) || part.startsWith(localRepository));
    }

    @Test
    void itsGeneratorMakesIds() throws IOException {
        assertThat(run("GeneratedIds")).isEqualTo("true\n");
    }

    @Test
    void itsTestsHaveIdsWithoutANode() throws IOException {
        assertThat(run("FakedIds")).isEqualTo("true\n");
    }

    @Test
    void itGetsIdsFromANodeAndAsAMemberOfTheFleet(@TempDir Path state) throws Exception {
        String zooKeeperPort = Integer.toString(Ports.next());
        try (NodeProcess node = NodeProcess.serve(state, Map.of(), "--embedded-zookeeper-port", zooKeeperPort)) {
            node.awaitWorkerId();
            InetSocketAddress address = node.address();
            String servers = address.getHostString() + ":" + address.getPort();
            String zooKeeper = "127.0.0.1:" + zooKeeperPort;

            assertThat(run("ClientIds", servers)).isEqualTo("true\n");
            assertThat(run("MemberIds", zooKeeper)).isEqualTo("true\n");
            assertThat(run("SpringIds", "--snowkeeper.servers=" + servers)).isEqualTo("true\n");
            assertThat(run("SpringIds", "--snowkeeper.zookeeper=" + zooKeeper)).isEqualTo("true\n");
        }
    }
}
